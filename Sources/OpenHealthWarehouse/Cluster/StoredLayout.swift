// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The layout as a server keeps it.
struct StoredLayout: Sendable {
    /// Goes up with every change.
    let version: Int
    /// The new layout.
    let layout: ClusterLayout
    /// The identifier of the cohort, the same on all servers.
    let cohort: UUID

    /// The newest layout that a server keeps; nil where there is none.
    /// - Parameter database: where it stands.
    /// - Throws: a ``ServerFailure``, or a ``WarehouseError`` where it cannot be read.
    static func newest(on server: ClickHouseServer, database: String) async throws -> StoredLayout? {
        guard let cohort = try await cohort(on: server, database: database) else { return nil }
        let question = "SELECT version, document FROM \(database).layout ORDER BY version DESC, written DESC LIMIT 1"
        guard let row = try await rows(of: question, on: server).first else { return nil }
        let layout = try ClusterLayout(json: Data(row[1].utf8), from: "\(database).layout on \(server.url)")
        return StoredLayout(version: try ResultTable.number(row[0]), layout: layout, cohort: cohort)
    }

    /// The cohort that a server belongs to; nil for none.
    /// - Throws: a ``ServerFailure``.
    static func cohort(on server: ClickHouseServer, database: String) async throws -> UUID? {
        let question = "SELECT identifier FROM \(database).cohort ORDER BY made LIMIT 1"
        guard let row = try await rows(of: question, on: server).first else { return nil }
        guard let cohort = UUID(uuidString: row[0]) else {
            throw ServerFailure.unreadable("the cohort has no identifier")
        }
        return cohort
    }

    /// The databases on a server that hold a cohort.
    /// - Throws: a ``ServerFailure``.
    static func databases(on server: ClickHouseServer) async throws -> [String] {
        let question = """
            SELECT database FROM system.tables WHERE name = 'layout' AND database IN \
            (SELECT database FROM system.tables WHERE name = 'cohort') ORDER BY database
            """
        return try await server.ask(question, within: ClickHouseServer.shortTime).rows.map { $0[0] }
    }

    /// The rows of a table that may not be there yet.
    static func rows(of question: String, on server: ClickHouseServer) async throws -> [[String]] {
        do {
            return try await server.ask(question, within: ClickHouseServer.shortTime).rows
        } catch ServerFailure.refused(let code, _)
            where code == ServerFailure.Number.unknownTable || code == ServerFailure.Number.unknownDatabase
        {
            return []
        }
    }
}
