// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension HealthDatabase {
    /// Returns the names of all sources, without reading their samples.
    /// - Throws: A ``StoreError``.
    package func sourceNames() throws -> [String] {
        try read { db in try String.fetchAll(db, sql: "SELECT DISTINCT name FROM source ORDER BY name") }
    }

    /// Returns the members of all correlations, such as the two values of a blood pressure, by the position of the correlation in
    /// the order of changes. The members of each correlation are in the order in which they were saved.
    ///
    /// - Complexity: O(*n*) time and memory in the number of members.
    /// - Throws: A ``StoreError``.
    package func correlationMembers() throws -> [Int64: [SampleRecord]] {
        try read { db in
            let reader = RecordReader(db)
            let rows = try Row.fetchCursor(
                db, sql: "SELECT correlation, type, start, id FROM correlation_member ORDER BY correlation, id")
            var members: [Int64: [SampleRecord]] = [:]
            while let row = try rows.next() {
                let correlation = try row.decode(Int64.self, atIndex: 0)
                let id = try row.decode(Int64.self, atIndex: 3)
                guard
                    let sample = try SampleLookup.sample(
                        db, type: try row.decode(atIndex: 1), start: try row.decode(atIndex: 2), id: id)
                else {
                    throw StoreError.inconsistent(
                        "place \(correlation) names a sample at place \(id), which is missing")
                }
                members[correlation, default: []].append(try reader.record(sample))
            }
            return members
        }
    }
}
