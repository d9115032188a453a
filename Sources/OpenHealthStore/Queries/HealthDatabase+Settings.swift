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
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, file, started, finished, export_date, receipt FROM import ORDER BY id")
            return try rows.map { row in
                let receipt = try? JSONDecoder().decode(
                    ImportReceipt.self, from: Data((try row.decode(String.self, atIndex: 5)).utf8))
                return ImportSummary(
                    id: try row.decode(atIndex: 0), file: try row.decode(atIndex: 1),
                    started: Date(timeIntervalSince1970: try row.decode(atIndex: 2)),
                    finished: Date(timeIntervalSince1970: try row.decode(atIndex: 3)),
                    exportDate: (try row.decode(Double?.self, atIndex: 4)).map(Date.init(timeIntervalSince1970:)),
                    added: receipt?.records.added ?? 0, read: receipt?.records.read ?? 0)
            }
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
