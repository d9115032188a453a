// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// The characteristics and activity summaries of the person.
    public var person: PersonFacts { PersonFacts(database: self) }
}

/// The characteristics and activity summaries of the person.
public struct PersonFacts: Sendable {
    /// The database.
    let database: HealthDatabase

    /// Returns the person's characteristics, sorted by their names in exports.
    /// - Throws: A ``StoreError``.
    public func characteristics() throws -> [MetadataPair] {
        try database.read { db in
            try Row.fetchAll(db, sql: "SELECT name, value FROM characteristic ORDER BY name").map {
                MetadataPair(key: try $0.value(of: "name"), value: try $0.value(of: "value"))
            }
        }
    }

    /// Sets one of the person's characteristics.
    /// - Parameters:
    ///   - name: The name in exports, such as `HKCharacteristicTypeIdentifierBiologicalSex`.
    ///   - value: The value in exports, such as `HKBiologicalSexFemale`.
    /// - Throws: A ``StoreError``.
    public func setCharacteristic(_ name: String, value: String) throws {
        let pair = MetadataPair(key: name, value: value)
        if let text = ImportedItem.characteristics([pair]).longText {
            throw StoreError(.invalidArgument, message: "the \(text) is too long", remedy: TextLimit.remedy)
        }
        try database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO characteristic (name, value) VALUES (?, ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """,
                arguments: [name, value])
            try ChangeRange.Topic.characteristics.bump(db)
        }
    }

    /// Returns the activity summary of each day, as written, in order.
    /// - Throws: A ``StoreError``.
    public func activitySummaries() throws -> [ActivitySummaryData] {
        try database.read { db in
            try Row.fetchAll(db, sql: "SELECT day, attributes FROM activity_summary ORDER BY day").map {
                ActivitySummaryData(
                    day: try $0.value(of: "day"), values: MetadataPairs.read(try $0.value(of: "attributes")))
            }
        }
    }

    /// Sets the activity summary of a day.
    /// - Throws: A ``StoreError``.
    package func setActivitySummary(_ summary: ActivitySummaryData) throws {
        try database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO activity_summary (day, attributes) VALUES (?, ?)
                    ON CONFLICT (day) DO UPDATE SET attributes = excluded.attributes
                    """,
                arguments: [summary.day, MetadataJSON.object(summary.values)])
            try ChangeRange.Topic.summaries.bump(db)
        }
    }
}
