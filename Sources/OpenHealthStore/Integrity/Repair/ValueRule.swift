// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// A kind of invalid value in a table, and the statements that repair it.
struct ValueRule {
    /// The message of a check for each row of ``find``; `?` is replaced by the first column.
    var fault: String
    /// The description of the repair for the report.
    var remedy: String
    /// The statement that selects the invalid values.
    var find: String
    /// Statements that delete data derived from the rows before they are repaired.
    var prepare: [String] = []
    /// Statements that repair the values, in order.
    var repairs: [String]

    /// Returns the problems as lines of a report.
    func findings(_ db: Database) throws -> [String] {
        try StoreRules.run(db, [StoreRules.Rule(fault, find)])
    }

    /// Repairs the invalid values.
    /// - Returns: The number of changed rows.
    func repair(_ db: Database) throws -> Int {
        guard try Row.fetchOne(db, sql: find) != nil else { return 0 }
        for statement in prepare { try db.execute(sql: statement) }
        let before = db.totalChangesCount
        for statement in repairs { try db.execute(sql: statement) }
        return db.totalChangesCount - before
    }
}

extension ValueRule {
    /// All rules, in the order of their repairs.
    package static let all = series + routes + workouts + others

    /// The tolerance in seconds for measurements outside their sample.
    private static let slack = HKObjectValidation.roundingOfDates
    /// A condition for numbers that are not finite.
    private static let infinite = "> 1.7976931348623157e308"
    /// Returns a condition for dates outside the years 1 to 9999, in seconds since 1970.
    private static func isNoDate(_ column: String) -> String {
        outside(StoreLimits.dates, column)
    }
    /// Returns a condition for durations below zero or above one hundred years, in seconds.
    private static func isNoDuration(_ column: String) -> String { outside(StoreLimits.durations, column) }
    /// Returns a condition for numbers outside a range.
    private static func outside(_ range: ClosedRange<Double>, _ column: String) -> String {
        "NOT \(column) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
    }

    // MARK: Series

    /// The readings of quantity samples, `q`, with their samples, `s`.
    private static let readings = """
        quantity_series_sample AS p
        JOIN sample AS s ON s.type = p.type AND s.start = p.start AND s.id = p.id
        JOIN quantity_series AS q ON q.series = p.id
        """
    private static let isReadingOutside = """
        q.start < s.start - \(slack) OR q.end > coalesce(s.end, s.start) + \(slack)
        """
    private static let isNoReading = """
        q.end < s.start - \(slack) OR q.start > coalesce(s.end, s.start) + \(slack) OR q.end < q.start
        OR abs(q.value) \(infinite)
        """

    /// Returns a subquery for a column of the sample of a series.
    private static func sampleOfSeries(_ column: String) -> String {
        """
        (SELECT \(column) FROM quantity_series_sample AS p
        JOIN sample AS s ON s.type = p.type AND s.start = p.start AND s.id = p.id WHERE p.id = quantity_series.series)
        """
    }

    private static let series = [
        ValueRule(
            fault: "a reading of the series at place ? is outside its sample, or is not a number",
            remedy: "readings outside their sample were clipped or removed",
            find: "SELECT DISTINCT q.series FROM \(readings) WHERE \(isReadingOutside) OR \(isNoReading)",
            prepare: [
                """
                DELETE FROM rollup WHERE type IN
                (SELECT p.type FROM \(readings) WHERE \(isReadingOutside) OR \(isNoReading))
                """
            ],
            repairs: [
                """
                DELETE FROM quantity_series WHERE (series, start) IN
                (SELECT q.series, q.start FROM \(readings) WHERE \(isNoReading))
                """,
                """
                UPDATE quantity_series SET end = \(sampleOfSeries("coalesce(s.end, s.start)"))
                WHERE (series, start) IN
                (SELECT q.series, q.start FROM \(readings) WHERE q.end > coalesce(s.end, s.start) + \(slack))
                """,
                // If another reading already starts with the sample, it is kept instead of the moved one.
                """
                UPDATE OR IGNORE quantity_series SET start = \(sampleOfSeries("s.start")) WHERE (series, start) IN
                (SELECT q.series, q.start FROM \(readings) WHERE q.start < s.start - \(slack))
                """,
                """
                DELETE FROM quantity_series WHERE (series, start) IN
                (SELECT q.series, q.start FROM \(readings) WHERE q.start < s.start - \(slack))
                """,
                "DELETE FROM quantity_series_sample WHERE id NOT IN (SELECT series FROM quantity_series)",
            ]),
        ValueRule(
            fault: "a beat of the series at place ? is outside the series",
            remedy: "beats outside their series were removed",
            find: "SELECT DISTINCT h.series FROM \(beats) WHERE \(isBeatOutside)",
            repairs: [
                """
                DELETE FROM heartbeat_series WHERE (series, position) IN
                (SELECT h.series, h.position FROM \(beats) WHERE \(isBeatOutside))
                """,
                // The positions of a series must be contiguous.
                """
                UPDATE heartbeat_series SET position = (
                    SELECT count(*) FROM heartbeat_series AS o
                    WHERE o.series = heartbeat_series.series AND o.position < heartbeat_series.position)
                WHERE series IN (
                    SELECT series FROM heartbeat_series GROUP BY series HAVING max(position) <> count(*) - 1)
                """,
            ]),
    ]

    private static let beats = """
        heartbeat_series AS h JOIN sample_uuid AS u ON u.id = h.series
        JOIN sample AS s ON s.type = u.type AND s.start = u.start AND s.id = u.id
        """
    private static let isBeatOutside = "NOT h.time BETWEEN 0 AND coalesce(s.end, s.start) - s.start + \(slack)"

    // MARK: Routes

    private static let isNoPlace = """
        \(outside(StoreLimits.latitudes, "latitude")) OR \(outside(StoreLimits.longitudes, "longitude"))
        OR \(isNoDate("time"))
        """

    /// The columns of optional numbers of points.
    private static let columnsOfPoints = [
        "altitude", "speed", "course", "horizontal_accuracy", "vertical_accuracy", "course_accuracy", "speed_accuracy",
    ]
    private static func isOutOfRange(_ column: String) -> String { outside(StoreLimits.pointNumbers, column) }

    private static let routes = [
        ValueRule(
            fault: "a point of the route at place ? has invalid coordinates or an invalid date",
            remedy: "points of routes with invalid coordinates or dates were removed",
            find: "SELECT DISTINCT route FROM route_point WHERE \(isNoPlace)",
            repairs: ["DELETE FROM route_point WHERE \(isNoPlace)"]),
        ValueRule(
            fault: "a number of a point of the route at place ? is out of range",
            remedy: "numbers out of range were removed from points of routes",
            find: """
                SELECT DISTINCT route FROM route_point
                WHERE \(columnsOfPoints.map(isOutOfRange).joined(separator: " OR "))
                """,
            repairs: columnsOfPoints.map { "UPDATE route_point SET \($0) = NULL WHERE \(isOutOfRange($0))" }),
        // Routes have no checksums. All writers number the points without gaps.
        ValueRule(
            fault:
                "points of the route at place ? are missing; restore a backup, or `health check --repair` keeps the others",
            remedy: "points of routes with missing points were numbered again",
            find:
                "SELECT route FROM route_point GROUP BY route HAVING min(position) <> 0 OR max(position) <> count(*) - 1",
            repairs: [
                // No two points have the same number in between.
                """
                UPDATE route_point SET position = -n.number FROM (
                    SELECT route, position, row_number() OVER (PARTITION BY route ORDER BY position) AS number
                    FROM route_point WHERE route IN (
                        SELECT route FROM route_point GROUP BY route
                        HAVING min(position) <> 0 OR max(position) <> count(*) - 1)
                ) AS n WHERE route_point.route = n.route AND route_point.position = n.position
                """,
                "UPDATE route_point SET position = -position - 1 WHERE position < 0",
            ]),
    ]

    // MARK: Workouts

    private static let workouts =
        ["workout", "workout_activity", "workout_event"].map { table in
            blank(
                table, "duration", where: isNoDuration("duration"), place: table == "workout" ? "id" : "workout",
                "a duration of the workout at place ? is out of range (\(table))")
        }
        + ["workout_event", "workout_activity"].map { table in
            remove(
                table, where: isNoDate("start"), place: "workout",
                "a date of the workout at place ? is out of range (\(table))")
        }
        + [
            remove(
                "workout_statistics", where: "\(isNoDate("start")) OR \(isNoDate("end")) OR end < start",
                place: "workout", "a date of the workout at place ? is out of range (workout_statistics)"),
            blank(
                "workout_activity", "end", where: "\(isNoDate("end")) OR end < start", place: "workout",
                "the end of an activity of the workout at place ? is out of range"),
        ]
        + ["sum", "average", "minimum", "maximum"].map { column in
            blank(
                "workout_statistics", column, where: "abs(\(column)) \(infinite)", place: "workout",
                "the \(column) in statistics of the workout at place ? is not a finite number")
        }

    // MARK: Others

    private static let isNoFrequency = outside(StoreLimits.samplingFrequencies, "sample_rate")

    private static let others = [
        blank(
            "electrocardiogram", "average_heart_rate", where: outside(StoreLimits.heartRates, "average_heart_rate"),
            place: "id", "the average heart rate of the electrocardiogram at place ? is out of range"),
        ValueRule(
            fault: "the sampling frequency of the electrocardiogram at place ? is out of range",
            remedy: "sampling frequencies out of range were set to 0",
            find: "SELECT id FROM electrocardiogram WHERE \(isNoFrequency)",
            repairs: ["UPDATE electrocardiogram SET sample_rate = 0 WHERE \(isNoFrequency)"]),
        blank(
            "vision_prescription", "expiration", where: isNoDate("expiration"), place: "id",
            "the expiration date of the prescription at place ? is out of range"),
    ]

    /// Returns a rule that sets invalid values of a column to NULL.
    private static func blank(
        _ table: String, _ column: String, where condition: String, place: String, _ fault: String
    ) -> ValueRule {
        ValueRule(
            fault: fault, remedy: "values of \(table).\(column) out of range were removed",
            find: "SELECT DISTINCT \(place) FROM \(table) WHERE \(condition)",
            repairs: ["UPDATE \(table) SET \(column) = NULL WHERE \(condition)"])
    }

    /// Returns a rule that deletes invalid rows of a table.
    private static func remove(
        _ table: String, where condition: String, place: String, _ fault: String
    ) -> ValueRule {
        ValueRule(
            fault: fault, remedy: "rows of \(table) with dates out of range were removed",
            find: "SELECT DISTINCT \(place) FROM \(table) WHERE \(condition)",
            repairs: ["DELETE FROM \(table) WHERE \(condition)"])
    }
}
