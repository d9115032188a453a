// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The tables of the database in an export of Health Connect.
///
/// The schema is that of version 10, which has a table for each record that this module writes. A phone applies the upgrades
/// of its own version to the database before it imports it, and refuses databases that are newer than its own.
enum HealthConnectSchema {
    /// The number of the schema, in `PRAGMA user_version`.
    static let version = 10
    /// The oldest schema that phones upgrade. They drop the content of older ones.
    static let oldestVersion = 9

    /// The columns of all records.
    static let commonColumns = [
        "uuid", "last_modified_time", "client_record_id", "client_record_version", "device_info_id", "app_info_id",
        "recording_method", "dedupe_hash",
    ]
    /// The columns of records of a moment.
    static let instantColumns = ["time", "zone_offset", "local_date"]
    /// The columns of records of an interval.
    static let intervalColumns = ["start_time", "start_zone_offset", "end_time", "end_zone_offset", "local_date"]

    private static let common = """
        row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB NOT NULL UNIQUE, last_modified_time INTEGER,
        client_record_id TEXT, client_record_version TEXT, device_info_id INTEGER, app_info_id INTEGER,
        recording_method INTEGER, dedupe_hash BLOB UNIQUE
        """
    private static let references = """
        FOREIGN KEY (device_info_id) REFERENCES device_info_table(row_id) ON DELETE CASCADE,
        FOREIGN KEY (app_info_id) REFERENCES application_info_table(row_id) ON DELETE CASCADE
        """

    /// The statements that create the tables.
    static var statements: [String] {
        infrastructure + HealthConnectRecord.all.map(record) + children
    }

    private static func record(_ record: HealthConnectRecord) -> String {
        let dates =
            record.isInstant
            ? "time INTEGER, zone_offset INTEGER, local_date INTEGER"
            : "start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER, local_date INTEGER"
        let generated =
            record.isInstant
            ? "local_date_time INTEGER AS (time + 1000 * zone_offset)"
            : """
            local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset),
            local_date_time_end_time INTEGER AS (end_time + 1000 * end_zone_offset)
            """
        let parts = [common, dates] + record.columns + [generated, references]
        return "CREATE TABLE \(record.table) (\(parts.joined(separator: ", ")))"
    }

    private static let infrastructure = [
        "CREATE TABLE android_metadata (locale TEXT)",
        """
        CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT NOT NULL UNIQUE,
            app_name TEXT, app_icon BLOB, record_types_used TEXT)
        """,
        "CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER)",
        """
        CREATE TABLE activity_date_table (row_id INTEGER PRIMARY KEY, epoch_days INTEGER NOT NULL,
            record_type_id INTEGER NOT NULL, UNIQUE (epoch_days, record_type_id))
        """,
        """
        CREATE TABLE health_data_category_priority_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT,
            health_data_category INTEGER UNIQUE, app_id_priority_order TEXT NOT NULL)
        """,
        """
        CREATE TABLE change_logs_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, record_type INTEGER, app_id INTEGER,
            uuids BLOB NOT NULL, operation_type INTEGER, time INTEGER)
        """,
        """
        CREATE TABLE change_log_request_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, packages_to_filter TEXT NOT NULL,
            record_types TEXT NOT NULL, package_name TEXT NOT NULL, row_id_change_logs_table INTEGER, time INTEGER)
        """,
        """
        CREATE TABLE access_logs_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, app_id INTEGER NOT NULL,
            record_type TEXT NOT NULL, access_time INTEGER NOT NULL, operation_type INTEGER NOT NULL)
        """,
        "CREATE TABLE preference_table (key TEXT PRIMARY KEY, value TEXT)",
        "CREATE TABLE migration_entity_table (row_id INTEGER PRIMARY KEY, entity_id TEXT NOT NULL UNIQUE)",
        """
        CREATE TABLE pre_migration_category_priority_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT,
            category INTEGER UNIQUE, priority_order TEXT NOT NULL)
        """,
    ]

    private static let children =
        HealthConnectRecord.all.compactMap { parent in
            parent.child.map { child in
                let columns = child.columns.joined(separator: ", ")
                return """
                    CREATE TABLE \(child.table) (parent_key INTEGER NOT NULL, \(columns),
                        FOREIGN KEY (parent_key) REFERENCES \(parent.table)(row_id) ON DELETE CASCADE)
                    """
            }
        }
        + ["exercise_laps_table", "exercise_segments_table"].map { table in
            let columns =
                table == "exercise_laps_table"
                ? "lap_start_time INTEGER, lap_end_time INTEGER, lap_length REAL"
                : """
                segment_start_time INTEGER, segment_end_time INTEGER, segment_type INTEGER, repetitions_count INTEGER
                """
            return """
                CREATE TABLE \(table) (parent_key INTEGER NOT NULL, \(columns),
                    FOREIGN KEY (parent_key) REFERENCES exercise_session_record_table(row_id) ON DELETE CASCADE)
                """
        }
}
