// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel

/// Finds samples that earlier versions created from `Record` elements whose type isn't that of plain records, and keeps them as
/// unknown elements.
///
/// A record of the workout type has dates and a source, but no details, so it can't be read as a workout. A record of a
/// correlation or an audiogram without a value can't be distinguished from an empty one, and is read as such.
enum PlainRecordRepair {
    /// Returns the problems as lines of a report.
    static func findings(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "records are of types that need details, and have no details")
        try forEach(db) { sample, identifier in
            faults.add("the record of \(identifier) at place \(sample.id) is not a plain record, and has no details")
        }
        return faults.lines
    }

    /// Converts such samples to unknown elements, and deletes them with a position in the order of changes.
    /// - Returns: The number of samples.
    static func repair(_ db: Database) throws -> Int {
        var strays: [(sample: RawSample, identifier: String)] = []
        try forEach(db) { strays.append(($0, $1)) }
        guard !strays.isEmpty else { return 0 }
        let reader = RecordReader(db)
        var place = try HealthDatabase.latestChange(db)
        for (sample, identifier) in strays {
            try keep(RecordXML.text(sample, type: identifier, reader: reader), db)
            place += 1
            try SampleDeletion.delete(sample, reader: reader, place: place)
        }
        try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [place])
        return strays.count
    }

    private static func keep(_ xml: String, _ db: Database) throws {
        var hash = ContentHash.empty
        hash.combine("HealthData")
        hash.combine(xml)
        try db.execute(
            sql:
                "INSERT OR IGNORE INTO unknown_element (hash, name, parent, xml) VALUES (?, 'Record', 'HealthData', ?)",
            arguments: [SharedRows.blob(hash), xml])
    }

    /// Returns the condition for imported samples `s` that lack the details of their kind, or nil for plain records.
    private static func condition(_ kind: HealthTypeDescription.Kind) -> String? {
        func has(_ table: String, _ column: String = "id") -> String {
            "EXISTS (SELECT 1 FROM \(table) AS d WHERE d.\(column) = s.id)"
        }
        switch kind {
        case .quantity, .category: return nil
        case .workout: return "NOT \(has("workout"))"
        case .series: return "NOT \(has("workout_route")) AND NOT \(has("heartbeat_series", "series"))"
        case .electrocardiogram: return "NOT \(has("electrocardiogram"))"
        case .visionPrescription: return "NOT \(has("vision_prescription"))"
        case .clinical: return "NOT \(has("clinical_record"))"
        case .correlation: return "s.value IS NOT NULL AND NOT \(has("correlation_member", "correlation"))"
        case .audiogram: return "s.value IS NOT NULL AND NOT \(has("audiogram_point", "audiogram"))"
        // Imports create no samples of the other kinds.
        default: return "1"
        }
    }

    private static func forEach(_ db: Database, _ body: (RawSample, _ identifier: String) throws -> Void) throws {
        for type in try Row.fetchAll(db, sql: "SELECT id, identifier FROM sample_type ORDER BY id") {
            let (number, identifier): (Int64, String) = (try type.value(of: "id"), try type.value(of: "identifier"))
            guard let kind = HealthTypes.named(identifier)?.kind, let condition = condition(kind) else { continue }
            let statement = try db.makeStatement(
                sql: """
                    SELECT \(RawSample.columns) FROM sample AS s
                    WHERE s.type = ?1 AND s.ordinal IS NOT NULL AND \(condition)
                    """)
            let handle = statement.sqliteStatement
            sqlite3_bind_int64(handle, 1, number)
            defer { sqlite3_reset(handle) }
            var code = sqlite3_step(handle)
            while code == SQLITE_ROW {
                try body(RawSample(handle), identifier)
                code = sqlite3_step(handle)
            }
            guard code == SQLITE_DONE else { throw DatabaseError(code, of: handle) }
        }
    }
}

/// Writes a stored sample as the `Record` element from which it was imported.
enum RecordXML {
    /// Returns the element. Dates are in UTC, and metadata is in its stored order.
    static func text(_ sample: RawSample, type: String, reader: RecordReader) throws -> String {
        let origin = try reader.origin(sample.provenance)
        let created = sample.lag.map { Date(timeIntervalSince1970: sample.start + Double($0)) }
        let value = sample.text ?? (sample.value.isNaN ? nil : MetadataText.plain(sample.value))
        let attributes: [(String, String?)] = [
            ("type", type), ("sourceName", origin.name), ("sourceVersion", origin.version),
            ("device", origin.device.map(text)), ("unit", origin.unit),
            ("creationDate", created.map(MetadataText.text)),
            ("startDate", MetadataText.text(Date(timeIntervalSince1970: sample.start))),
            ("endDate", MetadataText.text(Date(timeIntervalSince1970: sample.end))), ("value", value),
        ]
        let tag = tag("Record", attributes)
        let pairs = sample.metadata < 0 ? [] : try reader.metadata(sample.metadata).pairs
        if pairs.isEmpty { return "<\(tag)/>" }
        let entries = pairs.map { "<\(self.tag("MetadataEntry", [("key", $0.key), ("value", $0.value)]))/>" }
        return "<\(tag)>\(entries.joined())</Record>"
    }

    private static func tag(_ name: String, _ attributes: [(String, String?)]) -> String {
        attributes.reduce(into: name) { tag, attribute in
            if let value = attribute.1 { tag += " \(attribute.0)=\"\(escaped(value))\"" }
        }
    }

    /// Returns the device as exports write it, with a placeholder for the pointer.
    private static func text(_ device: DeviceData) -> String {
        let fields: [(String, String?)] = [
            ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
            ("hardware", device.hardware), ("firmware", device.firmware), ("software", device.software),
            ("localIdentifier", device.localIdentifier), ("UDIDeviceIdentifier", device.udiDeviceIdentifier),
        ]
        let known = fields.compactMap { name, value in value.map { "\(name):\($0)" } }
        return "<<HKDevice: 0x0>, " + (known + device.other.map { "\($0.key):\($0.value)" }).joined(separator: ", ")
            + ">"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
            .replacing("\r", with: "&#13;")
    }
}
