// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Checks that the numbers from which new ones are made, and the keys of rows, are within ``StoredNumber``.
///
/// The other checks calculate with these numbers, so they run only if this one finds nothing.
enum NumberCheck {
    /// The columns that contain any integer: hashes, numbers that apps, files and other programs choose and that are only compared, and
    /// those of kept statistics, which have a check of their own and are repaired.
    private static let free: [String: Set<String>] = [
        "app_quota": ["value"], "category_value": ["value"], "cohort_push": ["version", "origin"],
        "deletion": ["sync_version"], "electrocardiogram": ["classification_value", "symptoms_status"],
        "metadata": ["hash"], "rollup": ["block", "blocks"], "sample_sum": ["sum"], "sample_uuid": ["content"],
        "sync_identifier": ["version"], "unwanted_record": ["content"],
        "workout": ["activity_type"],
    ]

    /// Returns the columns with numbers out of range as lines of a report.
    static func run(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "columns contain numbers out of range")
        for (table, columns) in try columns(db) {
            let range = table == "counter" ? StoredNumber.counters : StoredNumber.all
            let sums = columns.map {
                "coalesce(sum(\"\($0)\" NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)), 0) AS \"\($0)\""
            }
            let sql = "SELECT \(sums.joined(separator: ", ")) FROM \"\(table)\""
            guard let row = try Row.fetchOne(db, sql: sql) else { continue }
            for column in columns {
                let count: Int = try row.value(of: column)
                guard count > 0 else { continue }
                faults.add(
                    "the column \(column) of \(table) has a number out of range in \(count) \(count == 1 ? "row" : "rows")"
                )
            }
        }
        return faults.lines
    }

    /// Returns the columns of the tables that contain such numbers.
    static func columns(_ db: Database) throws -> [(table: String, columns: [String])] {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master
                WHERE type = 'table' AND (name = 'sqlite_sequence' OR name NOT LIKE 'sqlite\\_%' ESCAPE '\\')
                ORDER BY name
                """)
        return try tables.compactMap { table in
            let known = free[table] ?? []
            let columns = try db.columns(in: table).filter {
                ($0.type.uppercased() == "INTEGER" || table == "sqlite_sequence" && $0.name == "seq")
                    && !known.contains($0.name)
            }
            return columns.isEmpty ? nil : (table, columns.map(\.name))
        }
    }
}
