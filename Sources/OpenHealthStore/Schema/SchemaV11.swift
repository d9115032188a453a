// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 11: views of routes, electrocardiograms, activity summaries, correlations and the statistics of workouts, and the
/// distance and energy of workouts whose exports contain them as statistics.
enum SchemaV11: SchemaVersion {
    static let identifier = "011 views"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: "DROP VIEW IF EXISTS workouts")
        try db.execute(sql: workouts)
        try db.execute(sql: details)
    }

    /// Returns the joins of a table with its samples of a type, their provenances and their sources.
    private static func samples(_ table: String, _ type: String) -> String {
        """
        JOIN sample AS s ON s.start = \(table).start AND s.id = \(table).id
         AND s.type = (SELECT id FROM sample_type WHERE identifier = '\(type)')
        JOIN provenance AS p ON p.id = s.provenance
        JOIN source AS o ON o.id = p.source
        """
    }

    /// The columns of the previous view, followed by the new ones.
    private static let workouts = """
        CREATE VIEW workouts AS
        SELECT w.id,
               strftime('%Y-%m-%dT%H:%M:%fZ', s.start, 'unixepoch') AS start,
               strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(s.end, s.start), 'unixepoch') AS end,
               w.activity_type, w.duration, o.name AS source, p.source_version, d.name AS device,
               m.time_zone, m.entries AS metadata, w.attributes,
               s.start AS start_seconds, coalesce(s.end, s.start) AS end_seconds,
               coalesce(
                   (SELECT x.sum FROM workout_statistics AS x
                    WHERE x.workout = w.id AND x.activity IS NULL AND x.sum IS NOT NULL
                      AND x.type LIKE 'HKQuantityTypeIdentifierDistance%' ORDER BY x.id LIMIT 1),
                   CAST(json_extract(w.attributes, '$.totalDistance') AS REAL)) AS distance,
               coalesce(
                   (SELECT x.unit FROM workout_statistics AS x
                    WHERE x.workout = w.id AND x.activity IS NULL AND x.sum IS NOT NULL
                      AND x.type LIKE 'HKQuantityTypeIdentifierDistance%' ORDER BY x.id LIMIT 1),
                   json_extract(w.attributes, '$.totalDistanceUnit')) AS distance_unit,
               coalesce(
                   (SELECT x.sum FROM workout_statistics AS x
                    WHERE x.workout = w.id AND x.activity IS NULL AND x.sum IS NOT NULL
                      AND x.type = 'HKQuantityTypeIdentifierActiveEnergyBurned' ORDER BY x.id LIMIT 1),
                   CAST(json_extract(w.attributes, '$.totalEnergyBurned') AS REAL)) AS energy,
               coalesce(
                   (SELECT x.unit FROM workout_statistics AS x
                    WHERE x.workout = w.id AND x.activity IS NULL AND x.sum IS NOT NULL
                      AND x.type = 'HKQuantityTypeIdentifierActiveEnergyBurned' ORDER BY x.id LIMIT 1),
                   json_extract(w.attributes, '$.totalEnergyBurnedUnit')) AS energy_unit
        FROM workout AS w
        \(samples("w", "HKWorkoutTypeIdentifier"))
        LEFT JOIN device AS d ON d.id = p.device
        LEFT JOIN metadata AS m ON m.id = s.metadata;
        """

    private static let details = """
        CREATE VIEW workout_figures AS
        SELECT workout, type, strftime('%Y-%m-%dT%H:%M:%fZ', start, 'unixepoch') AS start,
               strftime('%Y-%m-%dT%H:%M:%fZ', end, 'unixepoch') AS end, unit, sum, average, minimum, maximum
        FROM workout_statistics WHERE activity IS NULL;
        CREATE VIEW routes AS
        SELECT r.id, strftime('%Y-%m-%dT%H:%M:%fZ', s.start, 'unixepoch') AS start,
               strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(s.end, s.start), 'unixepoch') AS end, r.workout,
               (SELECT count(*) FROM route_point AS q WHERE q.route = r.id) AS points, o.name AS source,
               s.start AS start_seconds, coalesce(s.end, s.start) AS end_seconds
        FROM workout_route AS r
        \(samples("r", "HKWorkoutRouteTypeIdentifier"));
        CREATE VIEW route_points AS
        SELECT route, position, strftime('%Y-%m-%dT%H:%M:%fZ', time, 'unixepoch') AS time, latitude, longitude, altitude,
               speed, course, horizontal_accuracy, vertical_accuracy, time AS time_seconds
        FROM route_point;
        CREATE VIEW electrocardiograms AS
        SELECT e.id, strftime('%Y-%m-%dT%H:%M:%fZ', s.start, 'unixepoch') AS start,
               strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(s.end, s.start), 'unixepoch') AS end, e.classification,
               e.average_heart_rate, e.sample_rate, e.measurements, e.unit, o.name AS source,
               s.start AS start_seconds, coalesce(s.end, s.start) AS end_seconds
        FROM electrocardiogram AS e
        \(samples("e", "HKDataTypeIdentifierElectrocardiogram"));
        CREATE VIEW activity_summaries AS
        SELECT day,
               CAST(json_extract(attributes, '$.activeEnergyBurned') AS REAL) AS active_energy_burned,
               CAST(json_extract(attributes, '$.activeEnergyBurnedGoal') AS REAL) AS active_energy_burned_goal,
               json_extract(attributes, '$.activeEnergyBurnedUnit') AS active_energy_burned_unit,
               CAST(json_extract(attributes, '$.appleMoveTime') AS REAL) AS apple_move_time,
               CAST(json_extract(attributes, '$.appleMoveTimeGoal') AS REAL) AS apple_move_time_goal,
               CAST(json_extract(attributes, '$.appleExerciseTime') AS REAL) AS apple_exercise_time,
               CAST(json_extract(attributes, '$.appleExerciseTimeGoal') AS REAL) AS apple_exercise_time_goal,
               CAST(json_extract(attributes, '$.appleStandHours') AS REAL) AS apple_stand_hours,
               CAST(json_extract(attributes, '$.appleStandHoursGoal') AS REAL) AS apple_stand_hours_goal
        FROM activity_summary;
        CREATE VIEW correlations AS
        SELECT c.correlation AS id, k.identifier AS correlation_type,
               strftime('%Y-%m-%dT%H:%M:%fZ', s.start, 'unixepoch') AS start,
               c.id AS member, t.identifier AS type, s.value, t.unit, o.name AS source, s.start AS start_seconds
        FROM correlation_member AS c
        JOIN sample AS s ON s.type = c.type AND s.start = c.start AND s.id = c.id
        JOIN sample_type AS t ON t.id = c.type
        JOIN provenance AS p ON p.id = s.provenance
        JOIN source AS o ON o.id = p.source
        LEFT JOIN change_run AS h ON h.first = (SELECT max(first) FROM change_run WHERE first <= c.correlation)
         AND h.last >= c.correlation
        LEFT JOIN sample_type AS k ON k.id = h.type;
        """
}
