// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore
import HealthTestSupport
import HealthWarehouse
import Testing
import WarehouseTestSupport

/// A store in a folder of its own.
struct PushStore {
    let folder: URL
    let database: HealthDatabase

    init(_ number: Int? = 1, days: Int = 20) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)")
        database = try HealthDatabase(url: folder.appending(path: "health.db"))
        if let number { try DemoParticipant(number, days: days).add(to: database) }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}

/// What a test looks at in a warehouse.
extension Warehouse {
    /// The only field of the only row of an answer.
    func field<Number: LosslessStringConvertible>(_ sql: String) async throws -> Number {
        try ResultTable.number(try await ask(sql).rows[0][0])
    }

    /// The identities of samples that are there, sorted.
    func samples(of participant: Pseudonym) async throws -> [[String]] {
        try await ask(
            """
            SELECT type, start, end, place, day, value, source, metadata_keys, metadata_values
            FROM \(names.all(.samples)) FINAL
            WHERE participant = '\(participant)' AND \(names.isNotDeleted) ORDER BY place
            """
        ).rows
    }

    /// How many rows each table has, with what has not been merged yet.
    func rows() async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in WarehouseTable.all {
            counts[table.name] = try await field("SELECT count() FROM \(names.all(table))")
        }
        return counts
    }
}
