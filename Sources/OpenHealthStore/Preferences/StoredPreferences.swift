// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// The person's preferences.
    package var preferences: StoredPreferences { StoredPreferences(database: self) }
}

/// The person's preferences. They are settings of the store, so that all browsers and servers share them.
package struct StoredPreferences: Sendable {
    /// The database.
    let database: HealthDatabase

    private static let pins = "preference.pins"
    private static let largePins = "preference.largePins"
    private static let hidesCharts = "preference.hidesCharts"
    private static let goals = "preference.goals"
    private static let language = "preference.language"
    private static let firstWeekday = "preference.firstWeekday"
    private static let appearance = "preference.appearance"

    /// Returns the preferences. Values that can't be read are treated as not set.
    /// - Throws: A ``StoreError``.
    package func current() throws -> Preferences {
        try database.read { db in try Self.preferences(db) }
    }

    /// Changes preferences in one transaction.
    /// - Returns: The preferences after the change.
    /// - Throws: A ``StoreError``: `invalidArgument` if a unit isn't compatible with its type.
    package func change(_ change: PreferencesUpdate) throws -> Preferences {
        try database.write { db in
            var preferences = try Self.preferences(db)
            if let pins = change.pins {
                try HealthDatabase.set(db, Self.pins, to: JSONValue.array(pins.map(JSONValue.string)).text)
            }
            if let large = change.largePins {
                try HealthDatabase.set(db, Self.largePins, to: JSONValue.array(large.map(JSONValue.string)).text)
            }
            if let hides = change.hidesCharts { try HealthDatabase.set(db, Self.hidesCharts, to: hides ? "true" : nil) }
            if change.clearsGoals { preferences.goals = [:] }
            for (type, goal) in change.goals { preferences.goals[type] = goal }
            if change.clearsGoals || !change.goals.isEmpty {
                try HealthDatabase.set(db, Self.goals, to: Self.text(preferences.goals))
            }
            let cleared = change.clearsUnits ? preferences.units.keys.filter { change.units[$0] == nil } : []
            for type in cleared { try PreferredUnits.choose(db, nil, for: type) }
            for (type, unit) in change.units { try PreferredUnits.choose(db, unit, for: type) }
            if let language = change.language { try HealthDatabase.set(db, Self.language, to: language) }
            if let zone = change.timeZone {
                try HealthDatabase.set(db, HealthDatabase.timeZone, to: zone?.identifier)
                // Statistics without a time zone and the days of summaries use the home time zone.
                try ChangeRange.Topic.summaries.bump(db)
            }
            if let day = change.firstWeekday { try HealthDatabase.set(db, Self.firstWeekday, to: day.map(String.init)) }
            if let appearance = change.appearance {
                try HealthDatabase.set(db, Self.appearance, to: appearance?.rawValue)
            }
            return try Self.preferences(db)
        }
    }

    private static func preferences(_ db: Database) throws -> Preferences {
        var preferences = Preferences()
        preferences.pins = (try json(db, pins)?.array ?? []).compactMap(\.string)
        preferences.largePins = (try json(db, largePins)?.array ?? []).compactMap(\.string)
        preferences.hidesCharts = try HealthDatabase.setting(db, hidesCharts) == "true"
        if case .object(let entries)? = try json(db, goals) {
            for (type, goal) in entries {
                guard let value = goal["value"]?.double, let unit = goal["unit"]?.string else { continue }
                preferences.goals[type] = Preferences.Goal(value: value, unit: unit)
            }
        }
        preferences.units = try PreferredUnits.all(db)
        preferences.language = try HealthDatabase.setting(db, language)
        preferences.timeZone = try HealthDatabase.homeTimeZone(db)
        preferences.firstWeekday = try HealthDatabase.setting(db, firstWeekday).flatMap(Int.init).flatMap {
            (1...7).contains($0) ? $0 : nil
        }
        preferences.appearance = try HealthDatabase.setting(db, appearance).flatMap(
            Preferences.Appearance.init(rawValue:))
        return preferences
    }

    private static func json(_ db: Database, _ name: String) throws -> JSONValue? {
        try HealthDatabase.setting(db, name).flatMap { JSONValue($0) }
    }

    private static func text(_ goals: [String: Preferences.Goal]) -> String {
        JSONValue.object(
            goals.sorted { $0.key < $1.key }.map { type, goal in
                (type, .object([("value", .double(goal.value)), ("unit", .string(goal.unit))]))
            }
        ).text
    }
}
