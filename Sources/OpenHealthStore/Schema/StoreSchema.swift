// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A version of the tables, and the migration to it.
///
/// A released migration never changes; later changes are new migrations.
protocol SchemaVersion: Sendable {
    static var identifier: String { get }

    static func migrate(_ db: Database) throws
}

/// The versions of the tables, and the identification of health stores among SQLite files.
enum StoreSchema {
    /// "OHK1", in the file header.
    static let applicationID = 0x4f48_4b31

    /// The versions after the first, in their order.
    private static let later: [any SchemaVersion.Type] = [
        SchemaV2.self, SchemaV3.self, SchemaV4.self, SchemaV5.self, SchemaV6.self, SchemaV7.self, SchemaV8.self,
        SchemaV9.self, SchemaV11.self, SchemaV12.self, SchemaV13.self, SchemaV14.self, SchemaV15.self,
        SchemaV16.self, SchemaV17.self, SchemaV18.self, SchemaV19.self, SchemaV20.self, SchemaV21.self,
        SchemaV22.self, SchemaV23.self, SchemaV24.self, SchemaV25.self, SchemaV26.self, SchemaV27.self,
        SchemaV28.self, SchemaV29.self, SchemaV30.self, SchemaV31.self, SchemaV32.self, SchemaV33.self,
        SchemaV34.self, SchemaV35.self, SchemaV36.self,
    ]

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(SchemaV1.identifier) { db in
            try SchemaV1.migrate(db)
            try TypeViews.createShared(db)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        for version in later {
            migrator.registerMigration(version.identifier) { db in try version.migrate(db) }
        }
        return migrator
    }

    /// Returns the version of the tables, or nil if there are none.
    static func version(_ db: Database) throws -> Int? {
        guard try !isBlank(db) else { return nil }
        return try migrator.appliedIdentifiers(db).compactMap(number).max()
    }

    /// Returns the number with which the identifier of a migration begins.
    private static func number(_ identifier: String) -> Int? { Int(identifier.prefix(while: \.isNumber)) }

    /// Migrates a store to the newest version, after copying it. Throws an error for files that aren't stores, and for stores of
    /// newer versions.
    /// - Returns: The migration; nil if the store is new or there was nothing to do.
    @discardableResult
    static func migrate(_ writer: any DatabaseWriter, path: String) throws -> StoreMigration? {
        try check(writer, path: path, allowsEmpty: true)
        // Migrating takes the write lock even if there is nothing to do, so opening would wait for writers.
        let (isComplete, before) = try writer.read { db in (try migrator.hasCompletedMigrations(db), try version(db)) }
        if isComplete { return nil }
        let last = migrator.migrations.compactMap(number).max() ?? 0
        let copy = before.flatMap { StoreMigration.Copy.make(of: writer, path: path, from: $0, to: last) }
        for attempt in 1... {
            do {
                try applyMigrations(writer)
                break
            } catch {
                // Another process can apply the same migration meanwhile; the next attempt continues after it.
                if attempt == 5 { throw mismatch(error, path) }
            }
        }
        guard let before, let copy else { return nil }
        // The efforts of a store from before them. Where this fails, the next transaction does it.
        try? writer.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try EffortUpdate.run(db, after: EffortUpdate.place(db))
                return .commit
            }
        }
        copy.removeEarlier(besideStoreAt: path)
        return StoreMigration(store: path, versions: (before, last), copy: copy)
    }

    /// Returns the error for migrations that fail because the tables are of another version than the list of migrations states.
    private static func mismatch(_ error: any Error, _ path: String) -> any Error {
        guard let cause = error as? DatabaseError, [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(cause.resultCode) else {
            return error
        }
        return StoreError(
            .corrupt, message: "the tables of \(path) do not match its list of migrations",
            remedy: "copy it to a safe place, then restore a backup or import again into a new store", cause: cause)
    }

    /// Applies the migrations to a database.
    ///
    /// If a table changes, SQLite reads all views again. Versions before 3.41 count the JSON functions of the views among those with
    /// effects, so the schema is trusted until the end of the migrations.
    static func applyMigrations(_ writer: any DatabaseWriter) throws {
        try writer.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA trusted_schema = ON") }
        defer { try? writer.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA trusted_schema = OFF") } }
        try migrator.migrate(writer)
    }

    /// Returns whether a database is empty or contains only the empty migration table of a store that is being created.
    private static func isBlank(_ db: Database) throws -> Bool {
        let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type <> 'index'")
        guard !tables.isEmpty else { return true }
        return try tables == ["grdb_migrations"] && Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_migrations") == 0
    }

    /// Checks that a file is a store of a version that this program supports.
    static func check(_ writer: any DatabaseWriter, path: String, allowsEmpty: Bool = false) throws {
        try writer.read { db in
            if try isBlank(db) {
                if allowsEmpty { return }
                throw StoreError(
                    .notAccessible, message: "\(path) is empty: the store has not been created yet",
                    remedy: "try again if another process is creating it; otherwise use `health import` or `health add`"
                )
            }
            guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID else {
                throw StoreError(
                    .notAStore, message: "\(path) is an SQLite database, but not a health store",
                    remedy: "check the path given with --store or in HEALTH_STORE; the file was not changed")
            }
            if try migrator.hasBeenSuperseded(db) {
                throw StoreError(
                    .newerSchema, message: "\(path) was created by a newer version of this program",
                    remedy: "update the program; the file was not changed")
            }
            guard try allowsEmpty || migrator.hasCompletedMigrations(db) else {
                throw StoreError(
                    .olderSchema, message: "\(path) was created by an older version and must be migrated",
                    remedy: "open it once with a program that may write to it")
            }
        }
    }
}
