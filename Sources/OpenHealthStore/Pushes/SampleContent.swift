// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The rows of a sample in all tables, from which it can be added again after its deletion.
///
/// Attachments are not included, because their files are removed with the sample.
struct SampleContent {
    /// The row of the sample.
    var sample: RawSample
    /// The stored UUID; nil if the UUID is derived from the sample.
    var uuid: UUID?
    /// The rows of other tables.
    var rows: [Part]
    /// The position of the sample that a copy of another connection became after the deletion.
    var successor: Int64?

    /// A row of another table.
    struct Part {
        var table: String
        var columns: [(name: String, value: DatabaseValue)]
    }

    /// The tables, the columns that contain the position of the sample, and other columns that contain positions of samples.
    private static let tables: [(name: String, column: String, others: [String])] = [
        ("sample_date", "id", []), ("heartbeats", "id", []), ("sample_detail", "id", []),
        ("workout", "id", []), ("workout_activity", "workout", []), ("workout_event", "workout", []),
        ("workout_statistics", "workout", []), ("workout_route", "id", ["workout"]), ("route_point", "route", []),
        ("electrocardiogram", "id", []), ("audiogram_point", "audiogram", []), ("vision_prescription", "id", []),
        ("clinical_record", "id", []), ("quantity_series", "series", []), ("quantity_series_sample", "id", []),
        ("heartbeat_series", "series", []), ("correlation_member", "correlation", ["id"]),
        ("correlation_member", "id", ["correlation"]), ("workout_sample", "workout", ["id"]),
        ("workout_sample", "id", ["workout"]), ("effort_relation", "workout", ["id"]),
        ("effort_relation", "id", ["workout"]), ("electrocardiogram_sample", "electrocardiogram", ["id"]),
        ("electrocardiogram_sample", "id", ["electrocardiogram"]),
    ]
    /// The relation of the routes of a workout, which are samples of their own.
    private static let routes = "workout_route.workout"

    /// Reads the rows of a sample.
    init(_ sample: RawSample, _ reader: RecordReader) throws {
        self.sample = sample
        uuid = sample.ordinal < 0 ? try reader.uuid(sample) : nil
        rows = []
        for table in Self.tables {
            let found = try Row.fetchAll(
                reader.db.cachedStatement(sql: "SELECT * FROM \(table.name) WHERE \(table.column) = ?"),
                arguments: [sample.id])
            for row in found {
                rows.append(
                    Part(
                        table: table.name, columns: row.map { (name: $0.0, value: $0.1) }))
            }
        }
        let routes = try Int64.fetchAll(
            reader.db.cachedStatement(sql: "SELECT id FROM workout_route WHERE workout = ?"), arguments: [sample.id])
        for route in routes {
            rows.append(
                Part(
                    table: Self.routes, columns: [("id", route.databaseValue), ("workout", sample.id.databaseValue)]))
        }
    }

    // MARK: Adding

    /// The positions of correlations and their members in the rows.
    var memberships: [(correlation: Int64, member: Int64)] {
        rows.filter { $0.table == "correlation_member" }.compactMap { part in
            func position(_ name: String) -> Int64? {
                part.columns.first { $0.name == name }.flatMap { Int64.fromDatabaseValue($0.value) }
            }
            guard let correlation = position("correlation"), let member = position("id") else { return nil }
            return (correlation, member)
        }
    }

    /// Adds the sample with the columns of a copy. The UUID of one without a UUID is none that its sender knows.
    /// - Parameter position: Returns the present position of another sample by the former one; nil if there is no such sample.
    /// - Returns: The position of the sample in the order of changes, and the relations to samples that do not exist, by the former
    ///   positions of these samples.
    func add(
        _ copy: PushedCopy, uuid: UUID, to ingestion: Ingestion, position: (Int64) throws -> Int64?
    ) throws -> (id: Int64, missing: [(position: Int64, part: Part)]) {
        var changed = sample
        (changed.end, changed.value, changed.text) = (max(sample.start, copy.end), copy.value, copy.text)
        if copy.value.isNaN, copy.text == nil { (changed.value, changed.text) = (sample.value, sample.text) }
        (changed.provenance, changed.metadata, changed.lag) = (copy.provenance, copy.metadata, copy.lag)
        changed.ordinal = -1
        if copy.uuid == nil { changed.metadata = try ingestion.typedMetadata.number(of: copy.metadata) }
        let added = try add(changed, to: ingestion, position: position)
        try ingestion.db.cachedStatement(
            sql: "INSERT INTO sample_uuid (id, uuid, type, start, app) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [added.id, uuid.bytes, sample.type, sample.start, copy.uuid == nil ? nil : copy.app])
        return added
    }

    /// Adds the sample as it was.
    /// - Parameter position: Returns the present position of another sample by the former one; nil if there is no such sample.
    /// - Returns: The position of the sample in the order of changes, and the relations to samples that do not exist, by the former
    ///   positions of these samples.
    func restore(
        to ingestion: Ingestion, position: (Int64) throws -> Int64?
    ) throws -> (id: Int64, missing: [(position: Int64, part: Part)]) {
        let added = try add(sample, to: ingestion, position: position)
        if let uuid {
            try ingestion.db.cachedStatement(
                sql: "INSERT INTO sample_uuid (id, uuid, type, start, imported) VALUES (?, ?, ?, ?, 1)"
            ).execute(arguments: [added.id, uuid.bytes, sample.type, sample.start])
        }
        return added
    }

    private func add(
        _ sample: RawSample, to ingestion: Ingestion, position: (Int64) throws -> Int64?
    ) throws -> (id: Int64, missing: [(position: Int64, part: Part)]) {
        let row = StoredSampleRow(
            type: sample.type, start: sample.start, end: sample.end, value: sample.value,
            provenance: sample.provenance, metadata: sample.metadata,
            created: sample.lag.map { sample.start + Double($0) } ?? .nan, ordinal: sample.ordinal)
        let id = try ingestion.writer.add(
            row, text: sample.text, source: ingestion.records.origin(sample.provenance).source)
        try ingestion.writer.flush()
        var activities: [Int64: Int64] = [:]
        var missing: [(position: Int64, part: Part)] = []
        for part in rows {
            if let other = try add(part, id, ingestion.db, &activities, position) { missing.append((other, part)) }
        }
        return (id, missing)
    }

    /// Adds a row of another table.
    /// - Returns: The former position of a sample that does not exist, so that the row was not added.
    private func add(
        _ part: Part, _ id: Int64, _ db: Database, _ activities: inout [Int64: Int64],
        _ position: (Int64) throws -> Int64?
    ) throws -> Int64? {
        if part.table == Self.routes {
            guard let former = Int64.fromDatabaseValue(part.columns.first?.value ?? .null) else { return nil }
            guard let route = try position(former) else { return former }
            try db.execute(sql: "UPDATE workout_route SET workout = ? WHERE id = ?", arguments: [id, route])
            return nil
        }
        var columns = part.columns
        var (formerActivity, missing): (Int64?, Int64?)
        // The rows of the parts of a workout have numbers of their own.
        if ["workout_activity", "workout_event", "workout_statistics"].contains(part.table) {
            formerActivity = columns.first { $0.name == "id" }.flatMap { Int64.fromDatabaseValue($0.value) }
            columns.removeAll { $0.name == "id" }
        }
        for index in columns.indices {
            let (name, value) = columns[index]
            guard let former = Int64.fromDatabaseValue(value) else { continue }
            if name == "activity", part.table != "effort_relation" {
                columns[index].value = (activities[former] ?? former).databaseValue
            } else if let isOwn = Self.isPosition(name, in: part.table, former == sample.id) {
                if isOwn {
                    columns[index].value = id.databaseValue
                } else if let present = try position(former) {
                    columns[index].value = present.databaseValue
                } else if part.table == "workout_route" {
                    columns[index].value = .null
                    missing = former
                } else {
                    return former
                }
            }
        }
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO \(part.table) (\(names)) VALUES (\(marks))").execute(
            arguments: StatementArguments(columns.map(\.value)))
        if part.table == "workout_activity", let formerActivity { activities[formerActivity] = db.lastInsertedRowID }
        return missing
    }

    /// Returns whether a column contains the position of the sample itself; nil if it contains no position.
    private static func isPosition(_ name: String, in table: String, _ isOwn: Bool) -> Bool? {
        let columns = tables.filter { $0.name == table }.flatMap { [$0.column] + $0.others }
        return columns.contains(name) ? isOwn : nil
    }
}

extension SampleContent {
    /// Adds a relation that is a row of the other sample: the same row, except for the routes of a workout, whose relation is a column.
    mutating func relate(_ part: Part) {
        switch part.table {
        case "workout_route":
            rows.append(Part(table: Self.routes, columns: part.columns.filter { ["id", "workout"].contains($0.name) }))
        case Self.routes:
            guard let workout = part.columns.first(where: { $0.name == "workout" }) else { return }
            for row in rows.indices where rows[row].table == "workout_route" {
                for column in rows[row].columns.indices where rows[row].columns[column].name == "workout" {
                    rows[row].columns[column].value = workout.value
                }
            }
        default: rows.append(part)
        }
    }
}

extension SampleContent {
    // MARK: JSON

    /// The rows as JSON.
    var json: String {
        let value: (any DatabaseValueConvertible)? = sample.text ?? (sample.value.isNaN ? nil : sample.value)
        let columns: [JSONValue] = [
            sample.type.databaseValue, sample.start.databaseValue, sample.id.databaseValue, sample.end.databaseValue,
            value?.databaseValue ?? .null, sample.provenance.databaseValue, sample.metadata.databaseValue,
            sample.lag.databaseValue, sample.ordinal.databaseValue, uuid?.bytes.databaseValue ?? .null,
        ].map(Self.json)
        let parts = rows.map { part in
            JSONValue.array([
                .string(part.table), .object(part.columns.map { (key: $0.name, value: Self.json($0.value)) }),
            ])
        }
        let successor = successor.map { [(key: "successor", value: JSONValue.number(String($0)))] } ?? []
        return JSONValue.object(
            [(key: "sample", value: JSONValue.array(columns)), (key: "rows", value: JSONValue.array(parts))] + successor
        ).text
    }

    /// Creates the rows from JSON.
    /// - Throws: A ``StoreError`` if the JSON is damaged.
    init(json: String) throws {
        let damaged = StoreError.inconsistent("the rows of a deleted sample are damaged")
        guard let value = JSONValue(json), case .array(let columns)? = value["sample"], columns.count == 10,
            case .array(let parts)? = value["rows"]
        else { throw damaged }
        let stored = try columns.map { try Self.value($0, damaged) }
        guard let type = Int64.fromDatabaseValue(stored[0]), let start = Double.fromDatabaseValue(stored[1]),
            let id = Int64.fromDatabaseValue(stored[2]), let end = Double.fromDatabaseValue(stored[3]),
            let provenance = Int64.fromDatabaseValue(stored[5]), let metadata = Int64.fromDatabaseValue(stored[6]),
            let ordinal = Int64.fromDatabaseValue(stored[8])
        else { throw damaged }
        let text = String.fromDatabaseValue(stored[4])
        sample = RawSample(
            type: type, start: start, id: id, end: end,
            value: text == nil ? Double.fromDatabaseValue(stored[4]) ?? .nan : .nan, text: text,
            provenance: provenance, metadata: metadata, lag: Int64.fromDatabaseValue(stored[7]), ordinal: ordinal)
        uuid = Data.fromDatabaseValue(stored[9]).flatMap(UUID.init(bytes:))
        successor = try value["successor"].flatMap { Int64.fromDatabaseValue(try Self.value($0, damaged)) }
        let names = Set(Self.tables.map(\.name) + [Self.routes])
        rows = try parts.map { part in
            guard case .array(let pair) = part, pair.count == 2, case .string(let table) = pair[0],
                names.contains(table), case .object(let columns) = pair[1]
            else { throw damaged }
            return Part(
                table: table, columns: try columns.map { (name: $0.key, value: try Self.value($0.value, damaged)) })
        }
    }

    private static func json(_ value: DatabaseValue) -> JSONValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .number(String(number))
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        case .blob(let data): .object([("base64", .string(data.base64EncodedString()))])
        }
    }

    private static func value(_ json: JSONValue, _ damaged: StoreError) throws -> DatabaseValue {
        switch json {
        case .null: return .null
        case .string(let text): return text.databaseValue
        case .number(let text):
            if let whole = Int64(text) { return whole.databaseValue }
            guard let number = Double(text) else { throw damaged }
            return number.databaseValue
        case .object:
            guard case .string(let text)? = json["base64"], let data = Data(base64Encoded: text) else { throw damaged }
            return data.databaseValue
        case .bool, .array: throw damaged
        }
    }
}
