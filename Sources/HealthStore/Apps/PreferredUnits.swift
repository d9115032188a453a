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

    /// The units that the person has chosen, by type.
    static func all(_ db: Database) throws -> [HKQuantityType: HKUnit] {
        let names = try String.fetchAll(
            db, sql: "SELECT name FROM setting WHERE substr(name, 1, ?) = ?", arguments: [prefix.count, prefix])
        var units: [HKQuantityType: HKUnit] = [:]
        for name in names {
            guard let type = HKObjectType.named(String(name.dropFirst(prefix.count))) as? HKQuantityType else {
                continue
            }
            units[type] = try chosen(db, type)
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
}

extension HealthDatabase {
    /// The units that the person has chosen, by type.
    /// - Throws: a ``StoreError``.
    public func chosenUnits() throws -> [HKQuantityType: HKUnit] {
        try read { db in try PreferredUnits.all(db) }
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
        try write { db in try PreferredUnits.choose(db, unit, for: type) }
    }
}
