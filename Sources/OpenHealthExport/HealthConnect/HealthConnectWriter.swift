// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

/// The columns that all records of Health Connect have.
struct HealthConnectColumns {
    var uuid: UUID
    /// The start, in milliseconds since 1970.
    var start: Int64
    /// The end, in milliseconds since 1970.
    var end: Int64
    /// The offset of the time zone at the start, in seconds.
    var startOffset: Int
    /// The offset of the time zone at the end, in seconds.
    var endOffset: Int
    var app: Int64
    var device: Int64
    /// 3 for records that a person entered, 0 for others.
    var method: Int

    /// The number of the civil day of the start, counted from 1970.
    var day: Int64 {
        let local = start + Int64(startOffset) * 1000
        return (local - (local % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
    }
}

/// Writes rows to a database of Health Connect, which may have other columns than the schema of this module.
final class HealthConnectWriter {
    private let db: Database
    private let modified: Int64
    private let isAddition: Bool
    private var statements: [String: Statement?] = [:]
    private var days: Set<[Int64]> = []
    private var kinds: [Int64: Set<Int>] = [:]
    let sources: HealthConnectSources

    /// - Parameter isAddition: whether the database is that of a phone, which may have some of the records.
    init(_ db: Database, date: Date, isAddition: Bool) throws {
        self.db = db
        self.isAddition = isAddition
        modified = Int64((date.timeIntervalSince1970 * 1000).rounded())  // checked: the clock of the computer
        sources = HealthConnectSources(db)
    }

    /// Whether the database has the table of a record, with all columns that are written.
    func has(_ record: HealthConnectRecord) throws -> Bool {
        guard try statement(record.table, columns(record)) != nil else { return false }
        guard let child = record.child else { return true }
        return try statement(child.table, record.childNames) != nil
    }

    /// Inserts a record, unless the database has one with its UUID.
    /// - Returns: the number of the row, or nil if the record was there.
    func insert(
        _ record: HealthConnectRecord, _ facts: HealthConnectColumns, _ values: [(any DatabaseValueConvertible)?]
    ) throws -> Int64? {
        guard let statement = try statement(record.table, columns(record)) else { return nil }
        let uuid = withUnsafeBytes(of: facts.uuid.uuid) { Data($0) }
        // Phones compare hashes of origins and dates only for records without an identifier of their app. Samples of
        // HealthKit can agree in these without being the same.
        var arguments: [(any DatabaseValueConvertible)?] = [
            uuid, modified, facts.uuid.uuidString.lowercased(), "0", facts.device, facts.app, facts.method, nil,
        ]
        if record.isInstant {
            arguments += [facts.start, facts.startOffset, facts.day]
        } else {
            // Intervals end after their start.
            arguments += [
                facts.start, facts.startOffset, max(facts.end, facts.start + 1), facts.endOffset, facts.day,
            ]
        }
        let before = db.totalChangesCount
        try statement.execute(arguments: StatementArguments(arguments + values))
        guard db.totalChangesCount > before else { return nil }
        let row = db.lastInsertedRowID
        try note(record, facts)
        return row
    }

    /// Inserts a row of the values of a series.
    func insert(childOf record: HealthConnectRecord, parent: Int64, _ values: [(any DatabaseValueConvertible)?]) throws
    {
        guard let child = record.child else { return }
        try insert(into: child.table, record.childNames, [parent] + values)
    }

    /// Inserts a row, if the database has the table.
    func insert(into table: String, _ columns: [String], _ values: [(any DatabaseValueConvertible)?]) throws {
        try statement(table, columns)?.execute(arguments: StatementArguments(values))
    }

    private func columns(_ record: HealthConnectRecord) -> [String] {
        HealthConnectSchema.commonColumns
            + (record.isInstant ? HealthConnectSchema.instantColumns : HealthConnectSchema.intervalColumns)
            + record.names
    }

    private func statement(_ table: String, _ columns: [String]) throws -> Statement? {
        if let known = statements[table] { return known }
        let existing = try Set(db.tableExists(table) ? db.columns(in: table).map(\.name) : [])
        guard existing.isSuperset(of: columns) else {
            statements[table] = .some(nil)
            return nil
        }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let statement = try db.makeStatement(
            sql: "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks)) ON CONFLICT DO NOTHING")
        statements[table] = statement
        return statement
    }

    /// Notes the day and the app of a record.
    private func note(_ record: HealthConnectRecord, _ facts: HealthConnectColumns) throws {
        kinds[facts.app, default: []].insert(record.id)
        guard days.insert([facts.day, Int64(record.id)]).inserted else { return }
        try db.execute(
            sql: "INSERT OR IGNORE INTO activity_date_table (epoch_days, record_type_id) VALUES (?, ?)",
            arguments: [facts.day, record.id])
    }

    /// Writes the kinds of records of each app.
    func finish() throws {
        for (app, new) in kinds.sorted(by: { $0.key < $1.key }) {
            let text = try String.fetchOne(
                db, sql: "SELECT record_types_used FROM application_info_table WHERE row_id = ?", arguments: [app])
            let all = new.union((text ?? "").split(separator: ",").compactMap { Int($0) })
            try db.execute(
                sql: "UPDATE application_info_table SET record_types_used = ? WHERE row_id = ?",
                arguments: [all.sorted().map(String.init).joined(separator: ","), app])
        }
    }
}

/// The apps and devices of a database of Health Connect.
final class HealthConnectSources {
    private let db: Database
    private var apps: [Int64: Int64] = [:]
    private var devices: [[String?]: Int64] = [:]

    init(_ db: Database) {
        self.db = db
    }

    /// Returns the number of the app that a source is in Health Connect.
    func app(_ origin: Origin) throws -> Int64 {
        if let app = apps[origin.source] { return app }
        let name = Self.package(origin)
        let known = try Int64.fetchOne(
            db, sql: "SELECT row_id FROM application_info_table WHERE package_name = ?", arguments: [name])
        if let known {
            apps[origin.source] = known
            return known
        }
        try db.execute(
            sql: "INSERT INTO application_info_table (package_name, app_name) VALUES (?, ?)",
            arguments: [name, origin.name.isEmpty ? name : origin.name])
        apps[origin.source] = db.lastInsertedRowID
        return db.lastInsertedRowID
    }

    /// The name of the package: the bundle identifier, or one from the name of the source.
    static func package(_ origin: Origin) -> String {
        if let bundle = origin.bundleIdentifier, !bundle.isEmpty { return bundle }
        let letters = origin.name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        // FNV-1a, so that names without such letters differ.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in origin.name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return
            "org.openhealthkit.source.s\(String(hash, radix: 16)).\(letters.isEmpty ? "x" : "x" + letters.prefix(40))"
    }

    /// Returns the number of the device of samples; samples without a device have one without properties.
    func device(_ origin: Origin) throws -> Int64 {
        let manufacturer = origin.device?.manufacturer
        let model = origin.device?.hardware ?? origin.productType ?? origin.device?.model
        let key = [manufacturer, model]
        if let device = devices[key] { return device }
        let type = Self.type(model ?? "")
        let known = try Int64.fetchOne(
            db,
            sql: """
                SELECT row_id FROM device_info_table
                WHERE manufacturer IS ? AND model IS ? AND device_type IS ? ORDER BY row_id
                """,
            arguments: [manufacturer, model, type])
        if let known {
            devices[key] = known
            return known
        }
        try db.execute(
            sql: "INSERT INTO device_info_table (manufacturer, model, device_type) VALUES (?, ?, ?)",
            arguments: [manufacturer, model, type])
        devices[key] = db.lastInsertedRowID
        return db.lastInsertedRowID
    }

    private static func type(_ model: String) -> Int {
        if model.hasPrefix("Watch") { return 1 }
        return model.hasPrefix("iPhone") ? 2 : 0
    }
}
