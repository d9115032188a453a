// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Finds a cohort by the address of any of its servers.
    ///
    /// All servers store the layout. The newest layout of the responding servers is used, because a server that was down while
    /// the cluster grew has an older one.
    /// - Parameters:
    ///   - servers: The addresses to try, in order. If a server has several cohorts, its address must contain the database, as in
    ///     `http://one.example.org:8123?database=study`.
    ///   - credentials: The credentials for the servers.
    /// - Throws: A ``WarehouseError``: `unreachable`, `notPrepared` or `refused`.
    public static func connect(
        to servers: [URL], credentials: WarehouseCredentials = .environment
    ) async throws -> Warehouse {
        let addresses = try addresses(servers)
        if let known = try await known(at: addresses, credentials: credentials) { return known }
        throw notPrepared(addresses[0].url)
    }

    /// Returns the addresses of servers without their database, and the database of each.
    /// - Parameter database: The database of all addresses; nil to use those in the addresses.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if an address is invalid or the databases differ.
    package static func addresses(
        _ servers: [URL], database: String? = nil
    ) throws -> [(url: URL, database: String?)] {
        guard !servers.isEmpty else {
            throw WarehouseError(.invalidArgument, "no server is given", remedy: "give the address of one")
        }
        return try servers.map { server in
            let (url, named) = try ClusterLayout.address(of: server)
            guard let database, let named, database != named else { return (url, named ?? database) }
            throw WarehouseError(
                .invalidArgument, "the cohort is called \(named) in the address and \(database) beside it",
                remedy: "omit one of them")
        }
    }

    /// Returns the cohort of servers, or nil if the responding servers have none.
    /// - Throws: A ``WarehouseError``, also if no server responds.
    package static func known(
        at servers: [(url: URL, database: String?)], credentials: WarehouseCredentials = .environment
    ) async throws -> Warehouse? {
        var last: WarehouseError?
        for (url, database) in servers {
            do {
                let server = ClickHouseServer(url: url, credentials: credentials)
                guard let stored = try await stored(on: server, database: database) else { continue }
                let first = Warehouse(layout: stored.layout, credentials: credentials)
                return Warehouse(layout: try await first.newest(from: stored).layout, credentials: credentials)
            } catch let failure as ServerFailure {
                last = error(failure, at: ClusterLayout.Replica(url: url))
            }
        }
        if let last { throw last }
        return nil
    }

    /// Returns the layout that a server stores, or nil if it has no cohort.
    private static func stored(on server: ClickHouseServer, database: String?) async throws -> StoredLayout? {
        var databases = [database].compactMap(\.self)
        if databases.isEmpty { databases = try await StoredLayout.databases(on: server) }
        guard databases.count < 2 else {
            throw WarehouseError(
                .invalidArgument,
                "the server at \(server.url) holds \(databases.count) cohorts: \(databases.joined(separator: ", "))",
                remedy: "say which, as in \(server.url)?database=\(databases[0])")
        }
        guard let name = databases.first else { return nil }
        return try await StoredLayout.newest(on: server, database: name)
    }

    /// Returns the newest layout of any server in a layout, including the servers of newer layouts that are found.
    func newest(from first: StoredLayout) async throws -> StoredLayout {
        var newest = first
        var seen: Set<URL> = []
        while true {
            let warehouse = Warehouse(layout: newest.layout, credentials: credentials)
            let replicas = warehouse.layout.shards.flatMap(\.replicas).filter { seen.insert($0.url).inserted }
            guard !replicas.isEmpty else { return newest }
            for stored in await warehouse.storedLayouts(on: replicas).values where stored.cohort == first.cohort {
                if stored.version > newest.version { newest = stored }
            }
        }
    }

    /// Returns the layouts of the servers that respond and have one.
    func storedLayouts(on replicas: [ClusterLayout.Replica]) async -> [ClusterLayout.Replica: StoredLayout] {
        await withTaskGroup { group in
            for replica in replicas {
                group.addTask {
                    (replica, try? await StoredLayout.newest(on: server(replica), database: names.database))
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Returns the error for a server without a cohort.
    static func notPrepared(_ url: URL) -> WarehouseError {
        WarehouseError(
            .notPrepared, "the ClickHouse server at \(url) holds no cohort",
            remedy: "create its tables with `health cohort init`, or check the address")
    }
}

extension ClusterLayout {
    /// Returns the address of a server and the database that its query contains (`?database=study`).
    /// - Throws: A ``WarehouseError``: `invalidArgument`, also if the address contains a user or a password.
    package static func address(of url: URL) throws -> (url: URL, database: String?) {
        guard url.user == nil, url.password == nil else {
            throw WarehouseError(
                .invalidArgument, "the address of \(shown(url)) has a user",
                remedy: "omit it, and give user and password as credentials "
                    + "(HEALTH_COHORT_USER and HEALTH_COHORT_PASSWORD)")
        }
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let items = components.queryItems
        else { return (url, nil) }
        components.query = nil
        guard items.count == 1, items[0].name == "database", let database = items[0].value,
            SQLText.isPlainName(database), let address = components.url
        else {
            throw WarehouseError(
                .invalidArgument, "the address of \(shown(url)) has more than the name of a database",
                remedy: "write it as in http://one.example.org:8123?database=study, or with nothing after the port"
            )
        }
        return (address, database)
    }
}
