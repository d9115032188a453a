// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The units that the person has chosen, and the units of the latest export of a phone, as settings of the store.
package enum PreferredUnits {
    /// Returns the name of the setting of a type.
    package static func setting(_ type: String) -> String { prefix + type }

    package static let prefix = "unit."

    private static let writtenPrefix = "written-unit."

    /// Returns the unit that the person has chosen for a type, or nil if they haven't chosen one.
    package static func chosen(_ db: Database, _ type: HKQuantityType) throws -> HKUnit? {
        try unit(db, setting(type.identifier), type)
    }

    /// Returns the unit of a type's values in the latest export, or nil if no export contains values.
    ///
    /// The unit indicates that there are values, so only apps with permission to read all of them receive it.
    package static func written(_ db: Database, _ type: HKQuantityType) throws -> HKUnit? {
        try unit(db, writtenPrefix + type.identifier, type)
    }

    private static func unit(_ db: Database, _ setting: String, _ type: HKQuantityType) throws -> HKUnit? {
        let text = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?"), arguments: [setting])
        guard let unit = text.flatMap(StoredUnit.unit), type.is(compatibleWith: unit) else { return nil }
        return unit
    }

    /// Returns the units that the person has chosen, by type.
    package static func all(_ db: Database) throws -> [HKQuantityType: HKUnit] {
        try all(db, prefix: prefix)
    }

    /// Returns the units of values in the latest export, by type.
    package static func allWritten(_ db: Database) throws -> [HKQuantityType: HKUnit] {
        try all(db, prefix: writtenPrefix)
    }

    private static func all(_ db: Database, prefix: String) throws -> [HKQuantityType: HKUnit] {
        let names = try String.fetchAll(
            db, sql: "SELECT name FROM setting WHERE substr(name, 1, ?) = ?", arguments: [prefix.count, prefix])
        var units: [HKQuantityType: HKUnit] = [:]
        for name in names {
            guard let type = HKObjectType.named(String(name.dropFirst(prefix.count))) as? HKQuantityType else {
                continue
            }
            units[type] = try unit(db, name, type)
        }
        return units
    }

    /// Chooses a unit, or removes the choice if the unit is nil.
    /// - Throws: A ``StoreError``: `invalidArgument` if the unit isn't compatible with the type.
    static func choose(_ db: Database, _ unit: HKUnit?, for type: HKQuantityType) throws {
        if let unit, !type.is(compatibleWith: unit) {
            throw StoreError(
                .invalidArgument, message: "\(unit.unitString) is not a unit for \(type.identifier)",
                remedy: "give one that \(type.canonicalUnit.unitString) can be converted to")
        }
        try HealthDatabase.set(db, setting(type.identifier), to: unit?.unitString)
        try ChangeRange.Topic.units.bump(db)
    }

    /// Stores the unit of a type's values in an export.
    package static func note(_ db: Database, written unit: HKUnit, for type: HKQuantityType) throws {
        guard try written(db, type) != unit else { return }
        try HealthDatabase.set(db, writtenPrefix + type.identifier, to: unit.unitString)
        try ChangeRange.Topic.units.bump(db)
    }
}

extension HealthDatabase {
    /// Returns the units that the person has chosen, by type.
    /// - Throws: A ``StoreError``.
    public func chosenUnits() throws -> [HKQuantityType: HKUnit] {
        try read { db in try PreferredUnits.all(db) }
    }

    /// Returns the units of values in the latest export of a phone, by type.
    /// - Throws: A ``StoreError``.
    public func writtenUnits() throws -> [HKQuantityType: HKUnit] {
        try read { db in try PreferredUnits.allWritten(db) }
    }

    /// Returns the preferred unit of a type: the unit that the person has chosen, else that of their export, else the customary
    /// unit of the locale.
    /// - Throws: A ``StoreError``.
    public func preferredUnit(for type: HKQuantityType, locale: Locale = .current) throws -> HKUnit {
        try read { db in try PreferredUnits.chosen(db, type) ?? PreferredUnits.written(db, type) }
            ?? LocalUnits.unit(of: type, in: locale)
    }

    /// Sets the preferred unit of a type.
    /// - Parameters:
    ///   - unit: The unit; nil to use that of the export or the customary unit.
    ///   - type: The type.
    /// - Throws: A ``StoreError``: `invalidArgument` if the unit isn't compatible with the type.
    public func setPreferredUnit(_ unit: HKUnit?, for type: HKQuantityType) throws {
        try write { db in try PreferredUnits.choose(db, unit, for: type) }
    }
}
