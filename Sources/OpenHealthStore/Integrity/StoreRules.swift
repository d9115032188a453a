// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The rules of the store's tables, as queries that find violations.
enum StoreRules {
    /// A query and the description of each row, in which `?` is replaced by the first column.
    struct Rule {
        var sql: String
        var fault: String

        init(_ fault: String, _ sql: String) {
            self.fault = fault
            self.sql = sql
        }
    }

    static func run(_ db: Database, _ rules: [Rule]) throws -> [String] {
        try rules.flatMap { rule in
            var faults = FaultList(rest: rule.fault.replacing("? ", with: "").replacing("?", with: "…"))
            let rows = try DatabaseValue.fetchCursor(db, sql: rule.sql)
            while let value = try rows.next() {
                faults.add(rule.fault.replacing("?", with: value.plain))
            }
            return faults.lines
        }
    }

    static let uuids: [Rule] = [
        Rule(
            "the secret for the UUIDs of imported samples is missing or has another size; restore a backup, because with another secret "
                + "the samples would have other UUIDs",
            """
            SELECT 1 WHERE (SELECT count(*) FROM store_secret) <> 1
            OR (SELECT length(key) FROM store_secret WHERE id = 1) IS NOT 16
            """),
        Rule(
            "the stored UUID at place ? belongs to no sample",
            """
            SELECT u.id FROM sample_uuid AS u WHERE NOT EXISTS
            (SELECT 1 FROM sample AS s WHERE s.type = u.type AND s.start = u.start AND s.id = u.id)
            """),
        Rule("the stored UUID at place ? is not 16 bytes", "SELECT id FROM sample_uuid WHERE length(uuid) <> 16"),
        Rule(
            "the dates of place ? belong to no sample, or are not 16 bytes",
            """
            SELECT d.id FROM sample_date AS d WHERE length(d.dates) <> 16
            OR NOT EXISTS (SELECT 1 FROM sample_uuid AS u WHERE u.id = d.id)
            """),
        Rule(
            "the sample at place ? has no stored UUID",
            """
            SELECT s.id FROM sample AS s WHERE s.ordinal IS NULL
            AND NOT EXISTS (SELECT 1 FROM sample_uuid AS u WHERE u.id = s.id)
            """),
        Rule(
            "the pushed copy ? belongs to no sample",
            """
            SELECT c.id FROM pushed_copy AS c WHERE NOT EXISTS
            (SELECT 1 FROM sample AS s WHERE s.type = c.type AND s.start = c.start AND s.id = c.sample)
            """),
        Rule(
            "the sync identifier of place ? belongs to no sample",
            """
            SELECT y.sample FROM sync_identifier AS y WHERE NOT EXISTS
            (SELECT 1 FROM sample AS s WHERE s.type = y.type AND s.start = y.start AND s.id = y.sample)
            """),
    ]

    static let changes: [Rule] = [
        Rule(
            "the deletion at place ? is beyond the counter of places",
            "SELECT id FROM deletion WHERE id < 1 OR id > (SELECT value FROM counter WHERE name = 'change')"),
        Rule(
            "the deletion at place ? has the place of a sample",
            """
            SELECT d.id FROM deletion AS d
            JOIN change_run AS r ON r.first = (SELECT max(first) FROM change_run WHERE first <= d.id)
            WHERE d.id <= r.last
            """),
        Rule("the deletion at place ? has a UUID of another size", "SELECT id FROM deletion WHERE length(uuid) <> 16"),
        Rule(
            "a push to the cohort ? has reached a place beyond the counter",
            "SELECT cohort FROM cohort_push WHERE anchor > (SELECT value FROM counter WHERE name = 'change')"),
        Rule(
            "there is no counter of changes",
            "SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM counter WHERE name = 'change')"),
        Rule(
            "there is no counter of ?",
            """
            SELECT value FROM json_each('[\(ChangeRange.Topic.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]')
            WHERE value NOT IN (SELECT name FROM counter)
            """),
    ]

    /// The tables whose rows contain the position and start date of their sample, with the sample's type.
    private static let detailTables = [
        ("workout", "HKWorkoutTypeIdentifier"), ("workout_route", "HKWorkoutRouteTypeIdentifier"),
        ("electrocardiogram", "HKDataTypeIdentifierElectrocardiogram"),
        ("vision_prescription", "HKVisionPrescriptionTypeIdentifier"),
    ]
    /// The tables that link samples.
    private static let linkTables = [
        "correlation_member", "workout_sample", "effort_relation", "electrocardiogram_sample", "quantity_series_sample",
    ]
    /// The tables whose rows contain only the position of their sample, with the column of the position.
    static let placeTables = [
        ("heartbeats", "id"), ("sample_detail", "id"), ("audiogram_point", "audiogram"), ("clinical_record", "id"),
        ("correlation_member", "correlation"), ("quantity_series", "series"), ("heartbeat_series", "series"),
        ("attachment", "sample"),
    ]

    static let details: [Rule] =
        detailTables.map { table, type in
            Rule(
                "the row of \(table) at place ? belongs to no sample",
                """
                SELECT d.id FROM \(table) AS d WHERE NOT EXISTS (SELECT 1 FROM sample AS s WHERE s.start = d.start
                AND s.id = d.id AND s.type = (SELECT id FROM sample_type WHERE identifier = '\(type)'))
                """)
        }
        + linkTables.map { table in
            Rule(
                "\(table) refers to a missing sample at place ?",
                """
                SELECT d.id FROM \(table) AS d WHERE NOT EXISTS
                (SELECT 1 FROM sample AS s WHERE s.type = d.type AND s.start = d.start AND s.id = d.id)
                """)
        }
        + [
            Rule(
                "workout_sample refers to the missing workout at place ?",
                "SELECT DISTINCT workout FROM workout_sample WHERE workout NOT IN (SELECT id FROM workout)"),
            Rule(
                "effort_relation refers to the missing workout at place ?",
                "SELECT DISTINCT workout FROM effort_relation WHERE workout NOT IN (SELECT id FROM workout)"),
            Rule(
                "electrocardiogram_sample refers to the missing electrocardiogram at place ?",
                """
                SELECT DISTINCT electrocardiogram FROM electrocardiogram_sample
                WHERE electrocardiogram NOT IN (SELECT id FROM electrocardiogram)
                """),
            Rule(
                "the workout at place ? has no details",
                """
                SELECT s.id FROM sample AS s
                WHERE s.type = (SELECT id FROM sample_type WHERE identifier = 'HKWorkoutTypeIdentifier')
                AND s.ordinal IS NULL
                AND NOT EXISTS (SELECT 1 FROM workout AS w WHERE w.id = s.id)
                """),
            Rule(
                "the electrocardiogram at place ? has a wrong number of measurements",
                """
                SELECT id FROM electrocardiogram
                WHERE encoding NOT IN (1, 2) OR length(voltages) <> measurements * 4 * encoding
                """),
        ]

    static let json: [Rule] = [
        Rule("the metadata ? is not JSON", "SELECT id FROM metadata WHERE NOT json_valid(entries)"),
        Rule(
            "the plan of a push to the cohort ? is not JSON",
            "SELECT cohort FROM cohort_push WHERE plan IS NOT NULL AND NOT json_valid(plan)"),
        Rule("the beats at place ? are not JSON", "SELECT id FROM heartbeats WHERE NOT json_valid(beats)"),
        Rule("the details at place ? are not JSON", "SELECT id FROM sample_detail WHERE NOT json_valid(detail)"),
        Rule(
            "the activity summary of ? is not JSON", "SELECT day FROM activity_summary WHERE NOT json_valid(attributes)"
        ),
    ]

    static let statistics: [Rule] =
        ["type_source", "source_rank", "rollup", "rollup_order"].map { table in
            Rule(
                "\(table) refers to the missing type ?",
                "SELECT DISTINCT type FROM \(table) WHERE type NOT IN (SELECT id FROM sample_type)")
        }
        + ["type_source", "source_rank", "rollup"].map { table in
            // In rollups, source 0 is all sources merged, and negative numbers are for apps that don't see workouts.
            Rule(
                "\(table) refers to the missing source ?",
                """
                SELECT DISTINCT source FROM \(table) WHERE source NOT IN (SELECT id FROM source)\
                \(table == "rollup" ? " AND source > 0" : "")
                """)
        }
        + [
            Rule("the rollup ? has no length", "SELECT id FROM rollup WHERE blocks < 1"),
            Rule(
                "the rollup ? overlaps the one before it",
                """
                SELECT id FROM (SELECT id, block, max(block + blocks) OVER (
                    PARTITION BY type, source ORDER BY block ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reach
                FROM rollup) WHERE reach > block
                """),
            Rule(
                "the order of sources of the rollups of type ? is not JSON",
                "SELECT type FROM rollup_order WHERE NOT json_valid(sources)"),
            Rule(
                "the order for the type ? names a source twice",
                "SELECT type FROM source_rank GROUP BY type HAVING count(*) > count(DISTINCT source)"),
        ]

    /// Returns the types in use without their view, as lines of a report.
    static func views(_ db: Database) throws -> [String] {
        let views = try TypeViews(db)
        var faults = FaultList(rest: "types have no view")
        for name in ["workouts", "sources"] where !views.contains(name) { faults.add("the view \(name) is missing") }
        for identifier in try String.fetchAll(db, sql: "SELECT identifier FROM sample_type ORDER BY identifier") {
            guard let name = TypeViews.name(of: identifier), !views.contains(name) else { continue }
            if TypeViews.isUnknown(name), !views.hasPlace { continue }
            faults.add("the view \(name) of \(identifier) is missing")
        }
        return faults.lines
    }
}

extension DatabaseValue {
    /// The value without the quotation marks of its description.
    fileprivate var plain: String { String.fromDatabaseValue(self) ?? description }
}

extension StoreRules {
    package static let apps: [Rule] = [
        Rule(
            "a permission for ? has an unknown decision",
            "SELECT type FROM permission WHERE share NOT IN (0, 1, 2) OR read NOT IN (0, 1, 2)"),
        Rule(
            "a permission for ? is limited without being given",
            "SELECT type FROM permission WHERE read_from IS NOT NULL AND read <> 2"),
        Rule(
            "an app with the number ? may see an object whose UUID is not 16 bytes",
            "SELECT app FROM object_permission WHERE length(uuid) <> 16"),
        Rule(
            "a delivery of ? has acknowledged a place beyond the counter",
            "SELECT type FROM background_delivery WHERE anchor > (SELECT value FROM counter WHERE name = 'change')"),
        Rule(
            "a delivery of ? has an unknown frequency",
            "SELECT type FROM background_delivery WHERE frequency NOT BETWEEN 1 AND 4"),
        Rule("the attachment ? has a UUID of another size", "SELECT id FROM attachment WHERE length(uuid) <> 16"),
        Rule(
            "the metadata of the attachment ? is not JSON",
            "SELECT id FROM attachment WHERE metadata IS NOT NULL AND NOT json_valid(metadata)"),
        Rule("the medication ? is not JSON", "SELECT id FROM medication WHERE NOT json_valid(detail)"),
    ]

    package static let series: [Rule] = [
        Rule(
            "a reading of the series at place ? ends before it starts",
            "SELECT DISTINCT series FROM quantity_series WHERE end < start"),
        Rule(
            "the beats of the series at place ? are not in chronological order",
            """
            SELECT DISTINCT series FROM (SELECT series, time, position,
                lag(time) OVER beats AS before, lag(position, 1, -1) OVER beats AS last
            FROM heartbeat_series WINDOW beats AS (PARTITION BY series ORDER BY position))
            WHERE time < before OR position <> last + 1
            """),
        Rule(
            "the series of readings at place ? is not in the list of series",
            "SELECT DISTINCT series FROM quantity_series WHERE series NOT IN (SELECT id FROM quantity_series_sample)"),
        Rule(
            "the list of series names the place ?, which has no readings",
            "SELECT id FROM quantity_series_sample WHERE id NOT IN (SELECT series FROM quantity_series)"),
    ]
}
