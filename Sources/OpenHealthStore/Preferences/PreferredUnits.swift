// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The units that the person has chosen, and those in which the latest export of a phone gives its values: settings of the store.
package enum PreferredUnits {
    /// The name of the setting of a type.
    package static func setting(_ type: String) -> String { prefix + type }

    package static let prefix = "unit."

    private static let writtenPrefix = "written-unit."

    /// The unit that the person has chosen for a type; nil where they have not.
    package static func chosen(_ db: Database, _ type: HKQuantityType) throws -> HKUnit? {
        try unit(db, setting(type.identifier), type)
    }

    /// The unit in which the latest export gives the values of a type; nil where none does.
    ///
    /// It shows that there are values: only apps that may read all of them learn it.
    package static func written(_ db: Database, _ type: HKQuantityType) throws -> HKUnit? {
        try unit(db, writtenPrefix + type.identifier, type)
    }

    private static func unit(_ db: Database, _ setting: String, _ type: HKQuantityType) throws -> HKUnit? {
        let text = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?"), arguments: [setting])
        guard let unit = text.flatMap(StoredUnit.unit), type.is(compatibleWith: unit) else { return nil }
        return unit
    }

    /// The units that the person has chosen, by type.
    package static func all(_ db: Database) throws -> [HKQuantityType: HKUnit] {
        try all(db, prefix: prefix)
    }

    /// The units in which the latest export gives the values of types.
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

    /// Chooses a unit, or none with nil.
    /// - Throws: a ``StoreError``, `invalidArgument` for a unit that does not fit the type.
    static func choose(_ db: Database, _ unit: HKUnit?, for type: HKQuantityType) throws {
        if let unit, !type.is(compatibleWith: unit) {
            throw StoreError(
                .invalidArgument, message: "\(unit.unitString) is no unit for \(type.identifier)",
                remedy: "give one that \(type.canonicalUnit.unitString) can be converted to")
        }
        try HealthDatabase.set(db, setting(type.identifier), to: unit?.unitString)
        try ChangeRange.Topic.units.bump(db)
    }

    /// Stores the unit in which an export gives the values of a type.
    package static func note(_ db: Database, written unit: HKUnit, for type: HKQuantityType) throws {
        guard try written(db, type) != unit else { return }
        try HealthDatabase.set(db, writtenPrefix + type.identifier, to: unit.unitString)
        try ChangeRange.Topic.units.bump(db)
    }
}

extension HealthDatabase {
    /// The units that the person has chosen, by type.
    /// - Throws: a ``StoreError``.
    public func chosenUnits() throws -> [HKQuantityType: HKUnit] {
        try read { db in try PreferredUnits.all(db) }
    }

    /// The units in which the latest export of a phone gives the values of types.
    /// - Throws: a ``StoreError``.
    public func writtenUnits() throws -> [HKQuantityType: HKUnit] {
        try read { db in try PreferredUnits.allWritten(db) }
    }

    /// The unit in which the person likes to see a type: what they have chosen, else that of their export, else what is usual where
    /// they live.
    /// - Throws: a ``StoreError``.
    public func preferredUnit(for type: HKQuantityType, locale: Locale = .current) throws -> HKUnit {
        try read { db in try PreferredUnits.chosen(db, type) ?? PreferredUnits.written(db, type) }
            ?? LocalUnits.unit(of: type, in: locale)
    }

    /// Chooses the unit in which the person likes to see a type.
    /// - Parameters:
    ///   - unit: nil for that of the export, or what is usual where they live.
    ///   - type: the type.
    /// - Throws: a ``StoreError``, `invalidArgument` for a unit that does not fit the type.
    public func setPreferredUnit(_ unit: HKUnit?, for type: HKQuantityType) throws {
        try write { db in try PreferredUnits.choose(db, unit, for: type) }
    }
}
