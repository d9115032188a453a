// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

/// The units that the person has chosen: settings of the store.
enum PreferredUnits {
    /// The name of the setting of a type.
    static func setting(_ type: String) -> String { prefix + type }

    static let prefix = "unit."

    /// The unit that the person has chosen for a type; nil where they have not.
    static func chosen(_ db: Database, _ type: HKQuantityType) throws -> HKUnit? {
        let text = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?"),
            arguments: [setting(type.identifier)])
        guard let unit = text.flatMap(StoredUnit.unit), type.is(compatibleWith: unit) else { return nil }
        return unit
    }
}

extension HealthDatabase {
    /// The units that the person has chosen, by type.
    /// - Throws: a ``StoreError``.
    public func chosenUnits() throws -> [HKQuantityType: HKUnit] {
        try read { db in
            let names = try String.fetchAll(
                db, sql: "SELECT name FROM setting WHERE substr(name, 1, ?) = ?",
                arguments: [PreferredUnits.prefix.count, PreferredUnits.prefix])
            var units: [HKQuantityType: HKUnit] = [:]
            for name in names {
                let identifier = String(name.dropFirst(PreferredUnits.prefix.count))
                guard let type = HKObjectType.named(identifier) as? HKQuantityType else { continue }
                units[type] = try PreferredUnits.chosen(db, type)
            }
            return units
        }
    }

    /// The unit in which the person likes to see a type: what they have chosen, else what is usual where they live.
    /// - Throws: a ``StoreError``.
    public func preferredUnit(for type: HKQuantityType, locale: Locale = .current) throws -> HKUnit {
        try read { db in try PreferredUnits.chosen(db, type) } ?? LocalUnits.unit(of: type, in: locale)
    }

    /// Chooses the unit in which the person likes to see a type.
    /// - Parameters:
    ///   - unit: nil for what is usual where they live.
    ///   - type: the type.
    /// - Throws: a ``StoreError``, `invalidArgument` for a unit that does not fit the type.
    public func setPreferredUnit(_ unit: HKUnit?, for type: HKQuantityType) throws {
        if let unit, !type.is(compatibleWith: unit) {
            throw StoreError(
                .invalidArgument, message: "\(unit.unitString) is no unit for \(type.identifier)",
                remedy: "give one that \(type.canonicalUnit.unitString) can be converted to")
        }
        let name = PreferredUnits.setting(type.identifier)
        try write { db in
            if let unit {
                try db.execute(
                    sql: """
                        INSERT INTO setting (name, value) VALUES (?, ?)
                        ON CONFLICT (name) DO UPDATE SET value = excluded.value
                        """,
                    arguments: [name, unit.unitString])
            } else {
                try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
            }
            try ChangeRange.Topic.units.bump(db)
        }
    }
}
