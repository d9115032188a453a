// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import Testing

/// Rows for tests that are about servers, not about people.
enum Rows {
    /// Rows of `deletions`.
    static func deletions(_ participant: String, _ places: ClosedRange<UInt64>, version: UInt64 = 1) -> [UInt8] {
        var rows = RowBinaryWriter()
        for place in places {
            rows.write(participant)
            rows.write(place)
            rows.write(version)
        }
        return rows.bytes
    }

    /// Adds participants of whom nothing is known.
    static func add(participants: [String], to warehouse: Warehouse, shard: ClusterLayout.Shard) async throws {
        for replica in shard.replicas.prefix(1) {
            let values = participants.map { "(\(SQLText.quoted($0)), 1)" }.joined(separator: ", ")
            try await warehouse.server(replica).run(
                "INSERT INTO \(warehouse.names.local(.participants)) (participant, version) VALUES \(values)")
        }
    }

    /// The number of rows of a table over all shards.
    static func count(_ table: WarehouseTable, in warehouse: Warehouse) async throws -> Int {
        let answer = try await warehouse.ask("SELECT count() FROM \(warehouse.names.all(table)) FINAL")
        return try ResultTable.number(answer.rows[0][0])
    }
}

extension ClickHouseServer {
    /// Asks again and again until the answer is as it should be; an issue where it is not so within some two minutes.
    func ask(
        _ question: String, until isRight: ([[String]]) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for _ in 0..<1_200 {
            if isRight(try await ask(question).rows) { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("\(question) is not answered as it should be", sourceLocation: sourceLocation)
    }
}
