// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Checks the units of types, which samples share.
enum UnitCheck {
    /// Returns the faults as lines of a report.
    static func findings(_ db: Database) throws -> [String] {
        var units = FaultList(rest: "types have another unit")
        for row in try Row.fetchAll(
            db, sql: "SELECT identifier, unit FROM sample_type WHERE unit IS NOT NULL ORDER BY id")
        {
            let (identifier, unit): (String, String) = (try row.value(of: "identifier"), try row.value(of: "unit"))
            guard let expected = HealthTypes.named(identifier)?.canonicalUnit, expected != unit else { continue }
            units.add("the values of \(identifier) have the unit \(unit) instead of \(expected); restore a backup")
        }
        return units.lines
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
            let (type, identifier): (Int64, String) = (try row.value(of: "id"), try row.value(of: "identifier"))
            guard let view = TypeViews.name(of: identifier), views.contains(view) else { continue }
            var found: [Int: String] = [:]
            for row in try Row.fetchAll(
                db.cachedStatement(sql: "SELECT value, name FROM category_value WHERE type = ?"), arguments: [type])
            {
                found[try row.value(of: "value")] = try row.value(String.self, of: "name")
            }
            let expected = SharedRows.names(ofType: identifier)
            // A store from before a version that added a value lacks its name only.
            if found.isEmpty != expected.isEmpty || found.contains(where: { expected[$0] != $1 }) {
                body(type, identifier, expected)
            }
        }
    }
}
