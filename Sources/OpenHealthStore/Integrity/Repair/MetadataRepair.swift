// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// Finds and repairs invalid dates and numbers in metadata.
enum MetadataRepair {
    /// Returns the problems as lines of a report.
    static func findings(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "metadata dictionaries contain a date or number out of range")
        try forEachFault(db) { number, _ in
            faults.add("the metadata dictionary \(number) contains a date or number out of range")
        }
        var changed = FaultList(rest: "metadata dictionaries differ from their checksums")
        try forEachChange(db) { number, _ in
            changed.add(
                "the metadata dictionary \(number) differs from its checksum; restore a backup, or accept it with "
                    + "`health check --repair`")
        }
        return faults.lines + changed.lines
    }

    /// Updates the stored hashes of dictionaries that differ from them, to accept the dictionaries as they are.
    /// - Returns: The number of dictionaries.
    static func acceptChanges(_ db: Database) throws -> Int {
        var changed: [(number: Int64, hash: Int64)] = []
        try forEachChange(db) { changed.append(($0, $1)) }
        for (number, hash) in changed {
            try db.execute(sql: "UPDATE metadata SET hash = ? WHERE id = ?", arguments: [hash, number])
        }
        return changed.count
    }

    private static func forEachChange(_ db: Database, _ body: (_ number: Int64, _ hash: Int64) -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT id, hash, entries FROM metadata")
        while let row = try rows.next() {
            // Text that isn't UTF-8 is reported separately.
            let entries: String = (try? row.value(of: "entries")) ?? ""
            let hash = SharedRows.key(ofMetadata: entries)
            if hash != (try row.value(Int64.self, of: "hash")) { body(try row.value(of: "id"), hash) }
        }
    }

    /// Converts such values to strings, which is how they are already read.
    /// - Returns: The number of changed dictionaries.
    static func repair(_ db: Database) throws -> Int {
        var faults: [(number: Int64, entries: [(key: String, value: JSONValue)])] = []
        try forEachFault(db) { faults.append(($0, $1)) }
        for (number, entries) in faults {
            let json = JSONValue.object(
                entries.map { ($0.key, isSound($0.value) ? $0.value : .string($0.value.text)) }
            ).text
            try db.execute(
                sql: "UPDATE metadata SET entries = ?, hash = ? WHERE id = ?",
                arguments: [json, SharedRows.key(ofMetadata: json), number])
        }
        return faults.count
    }

    private static func forEachFault(
        _ db: Database, _ body: (_ number: Int64, _ entries: [(key: String, value: JSONValue)]) -> Void
    ) throws {
        // Only values in the form of JSON objects can be invalid.
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, entries FROM metadata WHERE entries LIKE '%:{%' AND json_valid(entries)")
        while let row = try rows.next() {
            // Imports write an array of pairs if a key is repeated. It contains only strings.
            guard case .object(let entries)? = JSONValue(try row.value(String.self, of: "entries")) else { continue }
            if !entries.allSatisfy({ isSound($0.value) }) { body(try row.value(of: "id"), entries) }
        }
    }

    private static func isSound(_ value: JSONValue) -> Bool {
        guard case .object = value else { return true }
        return StoredMetadata.value(value) != nil
    }
}
