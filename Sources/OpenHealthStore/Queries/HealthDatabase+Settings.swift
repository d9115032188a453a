// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Returns a setting of the store, or nil if it isn't set.
    /// - Throws: A ``StoreError``.
    public func setting(_ name: String) throws -> String? {
        try read { db in try Self.setting(db, name) }
    }

    /// Sets a setting of the store, which all programs share.
    /// - Throws: A ``StoreError``.
    public func setSetting(_ name: String, value: String) throws {
        try write { db in try Self.set(db, name, to: value) }
    }

    /// The name of the setting of the home time zone.
    package static let timeZone = "time_zone"

    /// The person's home time zone, as last chosen or set by an import; nil if it isn't set or can't be read.
    public var homeTimeZone: TimeZone? {
        try? read { db in try Self.homeTimeZone(db) }
    }

    package static func homeTimeZone(_ db: Database) throws -> TimeZone? {
        try setting(db, timeZone).flatMap(TimeZone.init(identifier:))
    }

    /// Returns the imports, the earliest first.
    /// - Throws: A ``StoreError``.
    public func imports() throws -> [ImportSummary] {
        try read { db in
            try ImportRow.fetchAll(db, sql: "SELECT \(ImportRow.Columns.selection) FROM import ORDER BY id")
                .map(\.summary)
        }
    }

    /// Returns a setting within a transaction.
    package static func setting(_ db: Database, _ name: String) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?"), arguments: [name])
    }

    /// Sets a setting within a transaction, or removes it if the value is nil.
    package static func set(_ db: Database, _ name: String, to value: String?) throws {
        guard let value else {
            try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
            return
        }
        try db.execute(
            sql: """
                INSERT INTO setting (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """,
            arguments: [name, value])
    }
}

/// A recorded import.
public struct ImportSummary: Sendable, Equatable {
    /// The number of the import.
    public var id: Int64
    /// The name of the input.
    public var file: String
    /// The start of the import.
    public var started: Date
    /// The end of the import.
    public var finished: Date
    /// The date of the export, if the input contains one.
    public var exportDate: Date?
    /// The number of added records.
    public var added: Int
    /// The number of read records.
    public var read: Int
}

/// A row of the table of imports.
private struct ImportRow: FetchableRecord {
    enum Columns: String, SelectedColumns {
        case id, file, started, finished, receipt
        case exportDate = "export_date"
    }

    let summary: ImportSummary

    init(row: Row) throws {
        let json: String = try row.value(of: Columns.receipt)
        let receipt = try? JSONDecoder().decode(ImportReceipt.self, from: Data(json.utf8))
        summary = ImportSummary(
            id: try row.value(of: Columns.id), file: try row.value(of: Columns.file),
            started: try row.date(of: Columns.started), finished: try row.date(of: Columns.finished),
            exportDate: try row.dateIfPresent(of: Columns.exportDate), added: receipt?.records.added ?? 0,
            read: receipt?.records.read ?? 0)
    }
}
