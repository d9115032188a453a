// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// A counter of loop iterations and jumps in the statements of an import.
final class WorkCount {
    private var steps = 0

    /// Returns the number of steps in SQLite during a closure that uses a connection.
    static func of(_ db: Database, _ body: () throws -> Void) throws -> Int {
        let count = WorkCount()
        let connection = try #require(db.sqliteConnection)
        try withExtendedLifetime(count) {
            sqlite3_progress_handler(
                connection, 1,
                { pointer in
                    guard let pointer else { return 0 }
                    Unmanaged<WorkCount>.fromOpaque(pointer).takeUnretainedValue().steps += 1
                    return 0
                }, Unmanaged.passUnretained(count).toOpaque())
            defer { sqlite3_progress_handler(connection, 0, nil, nil) }
            try body()
        }
        return count.steps
    }

    /// Returns the number of steps of an import into a new store.
    static func ofImport(_ batches: [SampleBatch]) throws -> Int {
        let store = try ScratchStore()
        return try store.database.write { db in
            try of(db) {
                let ingestion = try Ingestion(db)
                for batch in batches { try ingestion.take(batch) }
                _ = try ingestion.finish(file: "made", started: .now, timeZone: nil)
            }
        }
    }

    /// Returns the batches of a document.
    static func batches(_ body: String) throws -> [SampleBatch] {
        let document = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_GB\">\n\(body)</HealthData>\n"
        let reader = try AppleHealthExportReader(data: Array(document.utf8), name: "export.xml")
        var batches: [SampleBatch] = []
        while let batch = try reader.nextBatch() { batches.append(batch) }
        return batches
    }
}
