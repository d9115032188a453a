// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Synchronization

/// Compares the tables, views, indices and triggers of a store with those of a new one.
///
/// A trigger, or a view in the place of another, would be part of each later write or read without a trace in the data.
enum SchemaCheck {
    private struct Entry: Hashable {
        var kind: String
        var name: String
    }

    /// Returns the faults: unknown and missing entries of the schema, and those with another definition.
    static func run(_ db: Database) throws -> [String] {
        var expected = try ofNewStore()
        for (name, definitions) in try typeViews(db) { expected[Entry(kind: "view", name: name)] = definitions }
        let found = try entries(db)
        var faults = FaultList(rest: "entries of the schema differ from those of a new store")
        for (entry, definitions) in found.sorted(by: { ($0.key.name, $0.key.kind) < ($1.key.name, $1.key.kind) }) {
            guard let known = expected[entry] else {
                faults.add("the \(entry.kind) \(entry.name.debugDescription) is not part of a store")
                continue
            }
            // Most definitions are the same to the character, which takes much less time to find out.
            if !definitions.isSubset(of: known), !Set(definitions.map(plain)).isSubset(of: Set(known.map(plain))) {
                faults.add(
                    "the \(entry.kind) \(entry.name.debugDescription) has another definition than in a new store")
            }
        }
        // Missing views are faults of their own.
        for entry in expected.keys.sorted(by: { $0.name < $1.name }) where found[entry] == nil && entry.kind != "view" {
            faults.add("the \(entry.kind) \(entry.name) is missing")
        }
        return faults.lines
    }

    /// The entries of a new store, once they have been determined. They are the same for each check of a process.
    private static let known = Mutex<[Entry: Set<String>]?>(nil)

    /// Returns the entries of a new store.
    private static func ofNewStore() throws -> [Entry: Set<String>] {
        if let entries = known.withLock({ $0 }) { return entries }
        let entries = try entries(new())
        known.withLock { $0 = entries }
        return entries
    }

    /// Returns a new store in memory.
    private static func new() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(configuration: HealthDatabase.configuration())
        try StoreSchema.applyMigrations(queue)
        return queue
    }

    private static func entries(_ queue: DatabaseQueue) throws -> [Entry: Set<String>] { try queue.read(entries) }

    /// Returns the definitions of a schema, without those that SQLite creates itself.
    private static func entries(_ db: Database) throws -> [Entry: Set<String>] {
        var entries: [Entry: Set<String>] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT type, name, sql FROM sqlite_master")
        while let row = try rows.next() {
            let entry = Entry(kind: try row.value(of: "type"), name: try row.value(of: "name"))
            let sql = try row.value(String?.self, of: "sql")
            if sql == nil, entry.kind == "index", entry.name.hasPrefix("sqlite_autoindex_") { continue }
            let definition = sql ?? ""
            if entry.kind == "table", entry.name.hasPrefix("sqlite_"), internalTables.contains(plain(definition)) {
                continue
            }
            entries[entry, default: []].insert(definition)
        }
        return entries
    }

    /// The tables of `AUTOINCREMENT` and `ANALYZE`.
    private static let internalTables: Set<String> = [
        "CREATE TABLE sqlite_sequence(name,seq)", "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
        "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
    ]

    /// Returns the possible definitions of the views of the types in a store, by the names of the views.
    private static func typeViews(_ db: Database) throws -> [String: Set<String>] {
        var views: [String: Set<String>] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, identifier FROM sample_type") {
            let (type, identifier): (Int64, String) = (try row.value(of: "id"), try row.value(of: "identifier"))
            // A type can have become known after its view was created.
            for name in [TypeViews.name(of: identifier), TypeViews.unknownName(of: identifier)].compactMap({ $0 }) {
                for isCategory in [false, true] {
                    views[name, default: []].insert(
                        TypeViews.definition(name: name, type: type, isCategory: isCategory))
                }
            }
        }
        return views
    }

    /// Returns a definition with one blank for all white space, and names without quotation marks, which SQLite adds when it renames.
    private static func plain(_ sql: String) -> String {
        sql.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("\"", with: "")
    }
}
