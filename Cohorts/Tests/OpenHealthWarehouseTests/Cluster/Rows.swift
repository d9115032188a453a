// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import ProcessTestSupport
import Testing

/// Rows for tests of servers that need no people.
enum Rows {
    /// Returns rows of `deletions`.
    static func deletions(_ participant: String, _ places: ClosedRange<UInt64>, version: UInt64 = 1) -> [UInt8] {
        var rows = RowBinaryWriter()
        for place in places {
            rows.write(participant)
            rows.write(place)
            rows.write(version)
        }
        return rows.bytes
    }

    /// Adds participants without data.
    static func add(participants: [String], to warehouse: Warehouse, shard: ClusterLayout.Shard) async throws {
        for replica in shard.replicas.prefix(1) {
            let values = participants.map { "(\(SQLText.quoted($0)), 1)" }.joined(separator: ", ")
            try await warehouse.server(replica).run(
                "INSERT INTO \(warehouse.names.local(.participants)) (participant, version) VALUES \(values)")
        }
    }

    /// Returns the number of rows of a table in all shards.
    static func count(_ table: WarehouseTable, in warehouse: Warehouse) async throws -> Int {
        let result = try await warehouse.ask("SELECT count() FROM \(warehouse.names.all(table)) FINAL")
        return try ResultTable.number(result.rows[0][0])
    }
}

extension ClickHouseServer {
    /// Repeats a query until its result is correct.
    func ask(
        _ query: String, until isRight: ([[String]]) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let isAnswered: Bool? = try await poll { isRight(try await ask(query).rows) ? true : nil }
        #expect(isAnswered == true, "\(query) has another result", sourceLocation: sourceLocation)
    }
}
