// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Creates or updates the tables on every server, and publishes the layout. The method is idempotent.
    ///
    /// Existing data isn't changed. A layout with additional shards or replicas becomes the new one; a layout without a shard
    /// that has participants is rejected. If there is a cohort already, an unresponsive replica is skipped if another replica of
    /// its shard responds: call the method again after it has returned.
    ///
    /// A shard that has lost all its servers can be recreated on other servers or removed. Its participants are missing from all
    /// results until their next push, which sends everything. Withdrawn participants remain withdrawn.
    /// - Parameter lost: The names of the lost shards, whose participants are unknown.
    /// - Returns: The created tables by server.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if `lost` contains a name that no shard has.
    @discardableResult
    public func prepare(lost: Set<String> = []) async throws -> PreparationReport {
        try layout.check("the layout")
        let inventories = try await inventories()
        let before = try await newestStored(among: inventories)
        try check(inventories)
        try Self.check(lost: lost, before?.layout)
        try await check(change: before, lost: lost, inventories)
        let cohort = before?.cohort ?? inventories.lazy.compactMap(\.cohort).first ?? UUID()
        var report = PreparationReport(
            servers: layout.shards.flatMap { shard in
                shard.replicas.map { .init(shard: shard.name, url: $0.url, version: nil, made: []) }
            }, layoutVersion: before?.version ?? 1, cohort: cohort)
        let nodes = try await nodes(inventories, cohort: cohort)
        for inventory in inventories {
            let made: [String]
            do {
                made = try await make(inventory, cohort: cohort, node: nodes[inventory.shard.name] ?? "")
            } catch let failure as ServerFailure {
                throw Self.error(failure, at: inventory.replica)
            }
            if let index = report.servers.firstIndex(where: { $0.url == inventory.replica.url }) {
                report.servers[index] = .init(
                    shard: inventory.shard.name, url: inventory.replica.url, version: inventory.version.description,
                    made: made)
            }
        }
        if let before {
            for shard in layout.shards where lost.contains(shard.name) {
                try await copyWithdrawals(to: shard, from: before.layout, except: lost)
            }
        }
        try await publish(after: before, to: inventories, report: &report)
        try await awaitLayout(report.layoutVersion, on: inventories)
        return report
    }

    /// Returns the inventories of the responding servers.
    private func inventories() async throws -> [ServerInventory] {
        var found: [ServerInventory] = []
        var silent: [(shard: ClusterLayout.Shard, error: WarehouseError)] = []
        for shard in layout.shards {
            for replica in shard.replicas {
                do {
                    let server = server(replica)
                    found.append(try await ServerInventory(of: replica, shard: shard, layout: layout, server: server))
                } catch let failure as ServerFailure {
                    let error = Self.error(failure, at: replica)
                    guard case .unreachable = failure else { throw error }
                    silent.append((shard, error))
                }
            }
        }
        for (shard, error) in silent {
            // A server that doesn't respond might already have a cohort.
            guard found.contains(where: { $0.shard.name == shard.name && $0.stored != nil }) else { throw error }
        }
        return found
    }

    /// Returns the newest layout of these servers, or of any server in their layouts.
    private func newestStored(among inventories: [ServerInventory]) async throws -> StoredLayout? {
        let cohorts = Set(inventories.compactMap(\.cohort))
        guard cohorts.count < 2 else {
            let places = inventories.filter { $0.cohort != nil }.map(\.replica.url.absoluteString)
            throw WarehouseError(
                .invalidLayout, "the servers belong to different cohorts: \(places.joined(separator: ", "))",
                remedy: "name only servers of one cohort, or give the new one another name")
        }
        guard let first = inventories.compactMap(\.stored).max(by: { $0.version < $1.version }) else { return nil }
        return try await newest(from: first)
    }

    /// Creates the tables that a server lacks.
    /// - Parameter node: The node in ZooKeeper for the tables of its shard.
    private func make(_ inventory: ServerInventory, cohort: UUID, node: String) async throws -> [String] {
        let server = server(inventory.replica)
        let database = names.database
        var made: [String] = []
        try await server.run("CREATE DATABASE IF NOT EXISTS \(database)")
        let path = Self.root(of: cohort)
        for table in CohortTables.names where inventory.tables[table] == nil {
            try await create(on: inventory) { name in
                [CohortTables.creation(of: table, database: database, replica: name.map { (path, $0) })]
            }
            made.append(table)
        }
        if inventory.cohort == nil {
            try await server.run(CohortTables.cohort(cohort, database: database))
        }
        for migration in WarehouseMigration.all where !inventory.migrations.contains(migration.number) {
            try await create(on: inventory) { name in
                migration.statements(
                    .init(
                        database: database, version: inventory.version,
                        replica: name.map { (node, $0) }))
            }
            try await server.run(CohortTables.applied(migration, database: database))
            made.append("migration \(migration.number) (\(migration.name))")
        }
        if !layout.isSingle { made += try await distribute(on: server) }
        return made
    }

    /// Creates the tables over all shards, and recreates those whose columns differ from those of the underlying tables.
    private func distribute(on server: ClickHouseServer) async throws -> [String] {
        let query = """
            SELECT table, groupArray(concat(name, ' ', type)) FROM \
            (SELECT table, name, type FROM system.columns WHERE database = \(SQLText.quoted(names.database)) \
            ORDER BY table, name) GROUP BY table
            """
        let columns = try await server.ask(query).rows.reduce(into: [:]) { $0[$1[0]] = $1[1] }
        var made: [String] = []
        for table in WarehouseTable.all where columns["all_\(table.name)"] != columns[table.name] {
            if columns["all_\(table.name)"] != nil {
                try await server.run("DROP TABLE IF EXISTS \(names.database).all_\(table.name)")
            }
            try await server.run(table.distribution(database: names.database, cluster: layout.name))
            made.append("all_\(table.name)")
        }
        return made
    }

    /// Runs idempotent statements that create tables.
    ///
    /// A replica is named after its address. If a server has lost its disk, ZooKeeper still contains its name, so it joins as a
    /// new replica, with a number after the name.
    /// - Parameter statements: Returns the statements for the name of a replica.
    private func create(on inventory: ServerInventory, _ statements: (String?) -> [String]) async throws {
        let server = server(inventory.replica)
        guard layout.isReplicated else {
            for statement in statements(nil) { try await server.run(statement) }
            return
        }
        let native = inventory.replica.native
        let names = [inventory.replicaName ?? native] + (2...99).map { "\(native)-\($0)" }
        for name in names {
            do {
                for statement in statements(name) { try await server.run(statement) }
                return
            } catch ServerFailure.refused(let code, _) where code == ServerFailure.Number.replicaExists {
                continue
            } catch ServerFailure.refused(let code, let message) where ServerFailure.Number.isZooKeeper(code) {
                throw WarehouseError(
                    .readOnly,
                    "the ClickHouse server at \(server.url) does not reach ZooKeeper (code \(code)): \(message)",
                    remedy: "check that ZooKeeper runs at \((layout.zooKeeper ?? []).joined(separator: ", "))")
            }
        }
        throw WarehouseError(
            .refused, "ZooKeeper has a hundred replicas with the name \(native)",
            remedy: "remove those that no longer exist from ZooKeeper")
    }

    /// Writes a new layout to every server, first to those with the previous layout, so that clients with only the previous
    /// layout notice it.
    private func publish(
        after before: StoredLayout?, to inventories: [ServerInventory], report: inout PreparationReport
    ) async throws {
        let isNew = before?.layout != layout
        let version = (before?.version ?? 0) + (isNew ? 1 : 0)
        report.layoutVersion = version
        let statement = CohortTables.layout(layout, version: version, database: names.database)
        let sorted = inventories.filter { $0.stored != nil } + inventories.filter { $0.stored == nil }
        for inventory in sorted where inventory.stored.map({ $0.version < version }) ?? true {
            do {
                // Replicated tables recognise the block; otherwise, each server has its own table.
                try await server(inventory.replica).run(statement)
            } catch let failure as ServerFailure {
                throw Self.error(failure, at: inventory.replica)
            }
            if let index = report.servers.firstIndex(where: { $0.url == inventory.replica.url }) {
                report.servers[index].made.append("layout \(version)")
            }
        }
    }

    /// Waits up to ten seconds for each server until it has a layout. A replica acknowledges the insertion of a block that
    /// another replica already has before it has fetched the rows, and would then appear to lack tables.
    private func awaitLayout(_ version: Int, on inventories: [ServerInventory]) async throws {
        guard layout.isReplicated else { return }
        let query = "SELECT toString(count()) FROM \(names.database).layout WHERE version >= \(version)"
        for inventory in inventories {
            do {
                for _ in 0..<100 {
                    guard try await server(inventory.replica).ask(query).rows.first?.first == "0" else { break }
                    try await clock.sleep(for: .milliseconds(100))
                }
            } catch let failure as ServerFailure {
                throw Self.error(failure, at: inventory.replica)
            }
        }
    }
}
