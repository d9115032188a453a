// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A layout that a server stores.
struct StoredLayout: Sendable {
    /// The version, which increases with every change.
    let version: Int
    /// The layout.
    let layout: ClusterLayout
    /// The identifier of the cohort, which is the same on all servers.
    let cohort: UUID

    /// Returns the newest layout that a server stores, or nil if it has none.
    /// - Parameter database: The database of the cohort.
    /// - Throws: A ``ServerFailure``, or a ``WarehouseError`` if the layout can't be read.
    static func newest(on server: ClickHouseServer, database: String) async throws -> StoredLayout? {
        guard let cohort = try await cohort(on: server, database: database) else { return nil }
        let query = "SELECT version, document FROM \(database).layout ORDER BY version DESC, written DESC LIMIT 1"
        guard let row = try await rows(of: query, on: server).first else { return nil }
        let layout = try ClusterLayout(json: Data(row[1].utf8), from: "\(database).layout on \(server.url)")
        return StoredLayout(version: try ResultTable.number(row[0]), layout: layout, cohort: cohort)
    }

    /// Returns the cohort of a server, or nil if it has none.
    /// - Throws: A ``ServerFailure``.
    static func cohort(on server: ClickHouseServer, database: String) async throws -> UUID? {
        let query = "SELECT identifier FROM \(database).cohort ORDER BY made LIMIT 1"
        guard let row = try await rows(of: query, on: server).first else { return nil }
        guard let cohort = UUID(uuidString: row[0]) else {
            throw ServerFailure.unreadable("the cohort has no identifier")
        }
        return cohort
    }

    /// Returns the databases of a server that contain a cohort.
    /// - Throws: A ``ServerFailure``.
    static func databases(on server: ClickHouseServer) async throws -> [String] {
        let query = """
            SELECT database FROM system.tables WHERE name = 'layout' AND database IN \
            (SELECT database FROM system.tables WHERE name = 'cohort') ORDER BY database
            """
        return try await server.ask(query, within: ClickHouseServer.shortTime).rows.map { $0[0] }
    }

    /// Returns the rows of a table, or no rows if it doesn't exist yet.
    static func rows(of query: String, on server: ClickHouseServer) async throws -> [[String]] {
        do {
            return try await server.ask(query, within: ClickHouseServer.shortTime).rows
        } catch ServerFailure.refused(let code, _)
            where code == ServerFailure.Number.unknownTable || code == ServerFailure.Number.unknownDatabase
        {
            return []
        }
    }
}
