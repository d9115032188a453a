// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Checks the facts that samples share: the units of types, and sources, versions and devices with their hashes.
enum FactCheck {
    /// Returns the faults as lines of a report.
    static func findings(_ db: Database) throws -> [String] {
        var units = FaultList(rest: "types have another unit")
        for row in try Row.fetchAll(
            db, sql: "SELECT identifier, unit FROM sample_type WHERE unit IS NOT NULL ORDER BY id")
        {
            let (identifier, unit): (String, String) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            guard let expected = HealthTypes.named(identifier)?.canonicalUnit, expected != unit else { continue }
            units.add("the values of \(identifier) have the unit \(unit) instead of \(expected); restore a backup")
        }
        var changed = FaultList(rest: "combinations of source, version and device differ from their hashes")
        try forEachChange(db) { number, _ in
            changed.add(
                "the source, version or device of provenance \(number) differs from its hash; restore a backup, or accept it with "
                    + "`health check --repair`")
        }
        return units.lines + changed.lines
    }

    /// Updates the hashes of provenances that differ from them, to accept the provenances as they are.
    /// - Returns: The number of provenances.
    static func acceptChanges(_ db: Database) throws -> Int {
        var changed: [(number: Int64, hash: ContentHash)] = []
        try forEachChange(db) { changed.append(($0, $1)) }
        let before = db.totalChangesCount
        for (number, hash) in changed {
            // Another row can have the same facts. Then the fault remains.
            try db.execute(
                sql: "UPDATE OR IGNORE provenance SET hash = ? WHERE id = ?",
                arguments: [SharedRows.blob(hash), number])
        }
        return db.totalChangesCount - before
    }

    private static func forEachChange(_ db: Database, _ body: (_ number: Int64, _ hash: ContentHash) -> Void) throws {
        // Links to missing rows are found elsewhere.
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, hash FROM provenance WHERE source IN (SELECT id FROM source)
                AND (device IS NULL OR device IN (SELECT id FROM device)) ORDER BY id
                """)
        while let row = try rows.next() {
            let (number, hash): (Int64, Data) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            let (facts, _, app) = try SharedRows.origin(db, number)
            let expected = SharedRows.hash(facts, app: app)
            // Version 15 of the tables added the app to existing rows, whose hashes do not contain it.
            if hash != SharedRows.blob(expected),
                app == nil || hash != SharedRows.blob(SharedRows.hash(facts, app: nil))
            {
                body(number, expected)
            }
        }
    }
}

/// Checks the names of the values of categories, which views show, and writes them again.
enum ValueNameCheck {
    /// Returns the faults as lines of a report.
    static func findings(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "types have missing or other names of values")
        try forEachFault(db) { _, identifier, _ in
            faults.add("the names of the values of \(identifier) are missing or different")
        }
        return faults.lines
    }

    /// Writes the names of types whose names are missing or different.
    /// - Returns: The number of types.
    static func repair(_ db: Database) throws -> Int {
        var faults: [(type: Int64, names: [Int: String])] = []
        try forEachFault(db) { faults.append(($0, $2)) }
        for (type, names) in faults {
            try db.execute(sql: "DELETE FROM category_value WHERE type = ?", arguments: [type])
            try SharedRows.addNames(names, ofType: type, db)
        }
        return faults.count
    }

    private static func forEachFault(
        _ db: Database, _ body: (_ type: Int64, _ identifier: String, _ names: [Int: String]) -> Void
    ) throws {
        // A type that was unknown when it was added has a view without names.
        let views = try String.fetchSet(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'view' AND sql LIKE '%FROM category_value%'")
        for row in try Row.fetchAll(db, sql: "SELECT id, identifier FROM sample_type ORDER BY id") {
            let (type, identifier): (Int64, String) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            guard let view = TypeViews.name(of: identifier), views.contains(view) else { continue }
            var found: [Int: String] = [:]
            for row in try Row.fetchAll(
                db.cachedStatement(sql: "SELECT value, name FROM category_value WHERE type = ?"), arguments: [type])
            {
                found[try row.decode(atIndex: 0)] = try row.decode(String.self, atIndex: 1)
            }
            let expected = SharedRows.names(ofType: identifier)
            if found != expected { body(type, identifier, expected) }
        }
    }
}
