// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Returns the states of servers, which are queried concurrently.
    func look(at shards: [ClusterLayout.Shard]) async -> [ServerState] {
        await withTaskGroup { group in
            for (index, place) in places(of: shards).enumerated() {
                group.addTask { (index, await state(of: place.replica, in: place.shard)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Returns the servers of shards, each with its shard.
    func places(of shards: [ClusterLayout.Shard]) -> [(shard: ClusterLayout.Shard, replica: ClusterLayout.Replica)] {
        shards.flatMap { shard in shard.replicas.map { (shard, $0) } }
    }

    private func state(of replica: ClusterLayout.Replica, in shard: ClusterLayout.Shard) async -> ServerState {
        var state = ServerState(shard: shard, replica: replica, condition: .complete)
        let server = server(replica)
        do {
            try await readPapers(of: server, into: &state)
            if layout.isReplicated {
                do {
                    state.condition = try await condition(of: server)
                } catch ServerFailure.refused(let code, _) where ServerFailure.Number.isZooKeeper(code) {
                    state.condition = .cutOff
                }
            }
        } catch let error as WarehouseError {
            state.condition = .wrong(error)
        } catch ServerFailure.refused(let code, _)
            where code == ServerFailure.Number.unknownTable || code == ServerFailure.Number.unknownDatabase
        {
            state.condition = .wrong(Self.notPrepared(replica.url))
        } catch let failure as ServerFailure {
            let error = Self.error(failure, at: replica)
            switch failure {
            case .unreachable: state.condition = .silent(error)
            case _ where failure.mayPass: state.condition = .busy(error)
            default: state.condition = .wrong(error)
            }
        } catch {
            state.condition = .silent(Self.error(.unreachable("\(error)"), at: replica))
        }
        return state
    }

    /// Reads the layout, migrations and settings of the cohort on a server.
    private func readPapers(of server: ClickHouseServer, into state: inout ServerState) async throws {
        let database = names.database
        var query = """
            SELECT 'started' AS kind, toString(toInt64(toUInt32(now())) - toInt64(uptime())) AS a, '' AS b, '' AS c
            UNION ALL SELECT 'cohort', identifier, '', '' FROM \(database).cohort
            UNION ALL SELECT 'migration', toString(number), '', '' FROM \(database).migration
            UNION ALL SELECT 'layout', v, d, '' FROM \
            (SELECT toString(version) AS v, document AS d FROM \(database).layout ORDER BY version DESC LIMIT 1)
            """
        if !layout.isSingle {
            query += """

                UNION ALL SELECT if(is_local, 'own', 'cluster'), toString(shard_num), host_name, toString(port) \
                FROM system.clusters WHERE cluster = \(SQLText.quoted(layout.name))
                """
        }
        let rows = Dictionary(grouping: try await server.ask(query, within: ClickHouseServer.shortTime).rows) {
            $0[0]
        }
        state.started = try ResultTable.number(rows["started"]?.first?[1] ?? "")
        let migrations = Set(try (rows["migration"] ?? []).map { try ResultTable.number($0[1]) as Int })
        if let newest = migrations.max(), newest > WarehouseMigration.newest {
            throw Self.tooNew(server.url.absoluteString, migration: newest)
        }
        guard let cohort = rows["cohort"]?.first.flatMap({ UUID(uuidString: $0[1]) }), let row = rows["layout"]?.first,
            migrations.isSuperset(of: WarehouseMigration.all.map(\.number))
        else { throw Self.halfPrepared(server.url) }
        state.stored = StoredLayout(
            version: try ResultTable.number(row[1]),
            layout: try ClusterLayout(json: Data(row[2].utf8), from: "\(database).layout on \(server.url)"),
            cohort: cohort)
        let own = (rows["own"] ?? []).map { (shard: $0[1], native: ClusterLayout.native(host: $0[2], port: $0[3])) }
        if let error = mistaken(own, for: state.replica) { throw error }
        let shards = Dictionary(grouping: (rows["cluster"] ?? []) + (rows["own"] ?? [])) { $0[1] }.values
        state.settings = Set(shards.map { Set($0.map { ClusterLayout.native(host: $0[2], port: $0[3]) }) })
    }

    /// Returns whether a replica is complete, which means that it has all rows of its shard.
    ///
    /// Each block that a replica accepts is an entry in the table's log in ZooKeeper before the insertion is acknowledged. A
    /// replica copies the entries to its own queue, which is also in ZooKeeper, and removes each entry when it has the block. The
    /// replica is therefore complete if it has copied the whole log (`log_pointer` is greater than `log_max_index`) and the queue
    /// afterwards contains only merges and mutations, which concern existing data. The order is significant, because a queue that
    /// was empty before the log was copied proves nothing.
    ///
    /// Parts that are to be checked (`parts_to_check`) prove nothing either: if ZooKeeper didn't respond to the insertion of a
    /// block, the server waits five minutes before it checks the part. A missing part is in the queue, and a damaged part causes
    /// an error in queries that read it.
    private func condition(of server: ClickHouseServer) async throws -> ServerState.Condition {
        let limit = ClickHouseServer.shortTime
        let tables = try await server.ask(
            """
            SELECT table, is_readonly, is_session_expired, log_max_index, log_pointer, zookeeper_path, \
            replica_path FROM system.replicas WHERE database = \(SQLText.quoted(names.database)) ORDER BY table
            """, within: limit
        ).rows
        guard Set(tables.map { $0[0] }).isSuperset(of: WarehouseTable.all.map(\.name)) else {
            throw Self.halfPrepared(server.url)
        }
        guard tables.allSatisfy({ $0[1] == "0" && $0[2] == "0" }) else { return .cutOff }
        var queries: [String] = []
        for table in tables {
            let name = table[0]
            let (newest, next) = (
                try ResultTable.number(table[3]) as UInt64, try ResultTable.number(table[4]) as UInt64
            )
            // Both are 0 if the log is empty, and also if its first entry hasn't been copied.
            if newest == 0, next == 0 {
                queries.append(Self.count(name, path: "\(table[5])/log", where: "1"))
            } else if next <= newest {
                return .behind("\(name) has not received \(newest + 1 - next) blocks")
            }
            let isBlock = "position(value, '\\nmerge\\n') = 0 AND position(value, '\\nmutate\\n') = 0"
            queries.append(Self.count(name, path: "\(table[6])/queue", where: isBlock))
        }
        let queues = try await server.ask(queries.joined(separator: "\nUNION ALL "), within: limit).rows
        guard let queue = queues.first(where: { $0[1] != "0" }) else { return .complete }
        return .behind("\(queue[0]) waits for \(queue[1]) blocks")
    }

    private static func count(_ table: String, path: String, where condition: String) -> String {
        """
        SELECT \(SQLText.quoted(table)) AS table, toString(count()) AS entries FROM system.zookeeper \
        WHERE path = \(SQLText.quoted(path)) AND \(condition)
        """
    }

    /// Returns the error for a server that treats a server of another shard as itself, because both have the same native port on
    /// different addresses of one machine. It would count its own rows instead of the other server's. Returns nil if there is no
    /// such problem.
    /// - Parameter own: The servers that the server treats as itself. For 18.16, these are all replicas of its shard.
    func mistaken(_ own: [(shard: String, native: String)], for replica: ClusterLayout.Replica) -> WarehouseError? {
        let mates = layout.shards.first { $0.replicas.contains(replica) }?.replicas.map(\.native) ?? []
        guard Set(own.map(\.shard)).count > 1, let other = own.first(where: { !mates.contains($0.native) }) else {
            return nil
        }
        return WarehouseError(
            .invalidLayout,
            "the ClickHouse server at \(replica.url) mistakes \(other.native) for itself and would not query it",
            remedy:
                "give servers on one machine native ports (tcp_port) of their own, in their settings and in the layout")
    }

    private static func halfPrepared(_ url: URL) -> WarehouseError {
        WarehouseError(
            .notPrepared, "the ClickHouse server at \(url) lacks tables of the cohort",
            remedy: "run `health cohort init` again, which creates them")
    }
}
