// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The views through which other programs read the store: one for each type in use, and shared views.
///
/// They are part of the store's public interface: columns can be added, but not renamed or removed. Unknown types have views as
/// well, but at most ``maximumUnknown`` of them, because SQLite reads all views again when it creates one or opens a file.
struct TypeViews {
    /// The maximum number of views of unknown types.
    static let maximumUnknown = 500
    /// The maximum length of the identifiers of unknown types with views, in bytes.
    private static let maximumNameLength = 256

    /// The names of all views and tables.
    private var names: Set<String>
    private var unknown: Int

    /// Reads the names of the existing views.
    init(_ db: Database) throws {
        names = try Set(String.fetchAll(db, sql: "SELECT name FROM sqlite_master"))
        unknown = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'view'")
            .count(where: Self.isUnknown)
    }

    /// Whether another view of an unknown type can be added.
    var hasPlace: Bool { unknown < Self.maximumUnknown }

    /// Returns whether a view or table exists.
    func contains(_ name: String) -> Bool { names.contains(name) }

    /// Returns whether a view is the view of an unknown type.
    static func isUnknown(_ name: String) -> Bool { name.hasPrefix("type_") }

    /// Returns the name of a type's view: its short name with underscores, such as `heart_rate`. Returns nil for types without
    /// views, because their samples have more than a value or their identifiers are too long.
    static func name(of identifier: String) -> String? {
        guard let description = HealthTypes.named(identifier) else { return unknownName(of: identifier) }
        return description.kind == .quantity || description.kind == .category ? description.snakeCaseName : nil
    }

    /// Returns the name of the view of a type while it is unknown, or nil if its identifier is too long.
    static func unknownName(of identifier: String) -> String? {
        guard identifier.utf8.count <= maximumNameLength else { return nil }
        return "type_" + String(identifier.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// Creates the view of a type.
    mutating func create(_ db: Database, type: Int64, identifier: String) throws {
        guard let name = Self.name(of: identifier), !names.contains(name) else { return }
        if Self.isUnknown(name) {
            guard hasPlace else { return }
            unknown += 1
        }
        names.insert(name)
        let isCategory = HealthTypes.named(identifier)?.kind == .category
        try db.execute(sql: Self.definition(name: name, type: type, isCategory: isCategory))
    }

    /// Returns the definition of the view of a type.
    static func definition(name: String, type: Int64, isCategory: Bool) -> String {
        let value =
            isCategory
            ? """
            s.value,
            (SELECT name FROM category_value AS c WHERE c.type = s.type AND c.value = s.value) AS value_name
            """ : "s.value"
        return """
            CREATE VIEW "\(name)" AS
            SELECT s.id,
                   strftime('%Y-%m-%dT%H:%M:%fZ', s.start, 'unixepoch') AS start,
                   strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(s.end, s.start), 'unixepoch') AS end,
                   \(value),
                   t.unit AS unit,
                   p.unit AS original_unit,
                   o.name AS source,
                   p.source_version,
                   d.name AS device,
                   m.time_zone,
                   m.entries AS metadata,
                   s.start AS start_seconds,
                   coalesce(s.end, s.start) AS end_seconds,
                   s.start + s.lag AS created_seconds
            FROM sample AS s
            JOIN sample_type AS t ON t.id = s.type
            JOIN provenance AS p ON p.id = s.provenance
            JOIN source AS o ON o.id = p.source
            LEFT JOIN device AS d ON d.id = p.device
            LEFT JOIN metadata AS m ON m.id = s.metadata
            WHERE s.type = \(type)
            """
    }

    /// Creates the views that every store has.
    static func createShared(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE VIEW workouts AS
                SELECT w.id,
                       strftime('%Y-%m-%dT%H:%M:%fZ', s.start, 'unixepoch') AS start,
                       strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(s.end, s.start), 'unixepoch') AS end,
                       w.activity_type, w.duration, o.name AS source, p.source_version, d.name AS device,
                       m.time_zone, m.entries AS metadata, w.attributes,
                       s.start AS start_seconds, coalesce(s.end, s.start) AS end_seconds
                FROM workout AS w
                JOIN sample AS s ON s.start = w.start AND s.id = w.id
                 AND s.type = (SELECT id FROM sample_type WHERE identifier = 'HKWorkoutTypeIdentifier')
                JOIN provenance AS p ON p.id = s.provenance
                JOIN source AS o ON o.id = p.source
                LEFT JOIN device AS d ON d.id = p.device
                LEFT JOIN metadata AS m ON m.id = s.metadata;
                CREATE VIEW sources AS
                SELECT o.id, o.name, o.bundle_identifier, count(DISTINCT p.id) AS provenances,
                       group_concat(DISTINCT p.source_version) AS versions, group_concat(DISTINCT d.name) AS devices
                FROM source AS o JOIN provenance AS p ON p.source = o.id LEFT JOIN device AS d ON d.id = p.device
                GROUP BY o.id;
                """)
    }
}
