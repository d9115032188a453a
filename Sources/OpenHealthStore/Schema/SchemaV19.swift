// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 19: the view of workouts has the distance of the sport, as everything else has, and not that of the first statistic.
enum SchemaV19: SchemaVersion {
    static let identifier = "019 distances of sports"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: "DROP VIEW IF EXISTS workouts")
        try db.execute(sql: workouts(and: ""))
    }

    /// The metres of a unit.
    private static let metres = """
        CASE x.unit WHEN 'm' THEN 1.0 WHEN 'km' THEN 1000.0 WHEN 'mi' THEN 1609.344 WHEN 'yd' THEN 0.9144
        WHEN 'ft' THEN 0.3048 WHEN 'cm' THEN 0.01 WHEN 'in' THEN 0.0254 END
        """

    /// The distances of a workout, and whether they are those of its sport.
    private static let distances = """
        FROM (
            SELECT x.id, x.sum, x.unit, x.type, x.type = 'HKQuantityTypeIdentifierDistance' || CASE
                WHEN w.activity_type IN (13, 74) THEN 'Cycling' WHEN w.activity_type = 46 THEN 'Swimming'
                WHEN w.activity_type IN (70, 71) THEN 'Wheelchair'
                WHEN w.activity_type IN (61, 67) THEN 'DownhillSnowSports'
                WHEN w.activity_type = 60 THEN 'CrossCountrySkiing' WHEN w.activity_type = 31 THEN 'PaddleSports'
                WHEN w.activity_type = 35 THEN 'Rowing' WHEN w.activity_type = 39 THEN 'SkatingSports'
                WHEN w.activity_type IN (37, 52, 24) THEN 'WalkingRunning' END AS own
            FROM workout_statistics AS x
            WHERE x.workout = w.id AND x.activity IS NULL AND x.sum IS NOT NULL
              AND x.type LIKE 'HKQuantityTypeIdentifierDistance%') AS x
        """

    /// The distance of the sport first, then the longest of a workout whose activity has none, or the first of this list.
    private static let order = """
        ORDER BY x.own DESC, CASE WHEN x.own IS NULL THEN x.sum * \(metres) END DESC,
            instr(
                'WalkingRunning Cycling Swimming Wheelchair DownhillSnowSports CrossCountrySkiing PaddleSports Rowing '
                    || 'SkatingSports', substr(x.type, 33)),
            x.id LIMIT 1
        """

    /// The sum of the sports of a triathlon, in the unit of the longest.
    private static let total = """
        CASE WHEN w.activity_type = 82 THEN
            (SELECT sum(x.sum * \(metres)) \(distances)) / (SELECT \(metres) \(distances) \(order)) END
        """

    private static func energy(_ column: String) -> String {
        """
        (SELECT x.\(column) FROM workout_statistics AS x
         WHERE x.workout = w.id AND x.activity IS NULL AND x.sum IS NOT NULL
           AND x.type = 'HKQuantityTypeIdentifierActiveEnergyBurned' ORDER BY x.id LIMIT 1)
        """
    }

    /// Returns the definition of the view.
    /// - Parameter columns: Further columns, each with a comma before it.
    static func workouts(and columns: String) -> String {
        """
        CREATE VIEW workouts AS
        SELECT w.id,
               strftime('%Y-%m-%dT%H:%M:%fZ', s.start, 'unixepoch') AS start,
               strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(s.end, s.start), 'unixepoch') AS end,
               w.activity_type, w.duration, o.name AS source, p.source_version, d.name AS device,
               m.time_zone, m.entries AS metadata, w.attributes,
               s.start AS start_seconds, coalesce(s.end, s.start) AS end_seconds,
               coalesce(
                   \(total), (SELECT x.sum \(distances) \(order)),
                   CAST(json_extract(w.attributes, '$.totalDistance') AS REAL)) AS distance,
               coalesce(
                   (SELECT x.unit \(distances) \(order)),
                   json_extract(w.attributes, '$.totalDistanceUnit')) AS distance_unit,
               coalesce(\(energy("sum")), CAST(json_extract(w.attributes, '$.totalEnergyBurned') AS REAL)) AS energy,
               coalesce(\(energy("unit")), json_extract(w.attributes, '$.totalEnergyBurnedUnit')) AS energy_unit\(columns)
        FROM workout AS w
        JOIN sample AS s ON s.start = w.start AND s.id = w.id
         AND s.type = (SELECT id FROM sample_type WHERE identifier = 'HKWorkoutTypeIdentifier')
        JOIN provenance AS p ON p.id = s.provenance
        JOIN source AS o ON o.id = p.source
        LEFT JOIN device AS d ON d.id = p.device
        LEFT JOIN metadata AS m ON m.id = s.metadata;
        """
    }
}
