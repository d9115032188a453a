// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The person's preferences for the pages of their data.
package struct Preferences: Sendable, Equatable {
    /// The person's goal for a type.
    package struct Goal: Sendable, Equatable {
        package var value: Double
        /// The unit of the value, as a string.
        package var unit: String

        package init(value: Double, unit: String) {
            self.value = value
            self.unit = unit
        }
    }

    /// The identifiers of the types that come first, in order.
    package var pins: [String] = []
    /// The identifiers of the types whose cards are large.
    package var largePins: [String] = []
    /// Whether the dashboard leaves out the charts of steps and weight above the cards.
    package var hidesCharts = false
    /// The goals by the identifiers of types.
    package var goals: [String: Goal] = [:]
    /// The preferred units of types, if the person has chosen any.
    package var units: [HKQuantityType: HKUnit] = [:]
    /// The language of the pages, such as `ja`; nil for the language of the browser.
    package var language: String?
    /// The home time zone, which determines days; nil if none has been chosen.
    package var timeZone: TimeZone?
    /// The first day of the week, from 1 for Sunday to 7 for Saturday; nil for the default of the language.
    package var firstWeekday: Int?
    /// Whether the pages are light or dark; nil for what the system is.
    package var appearance: Appearance?

    /// A choice of colours.
    package enum Appearance: String, Sendable, CaseIterable {
        case light
        case dark
    }

    package init() {}
}

/// A change of preferences. Nil values leave preferences unchanged.
package struct PreferencesUpdate: Sendable, Equatable {
    /// All pins.
    package var pins: [String]?
    /// All types with large cards.
    package var largePins: [String]?
    /// Whether the dashboard leaves out its charts.
    package var hidesCharts: Bool?
    /// The goals that change; nil removes a goal.
    package var goals: [String: Preferences.Goal?] = [:]
    /// Whether the other goals are removed.
    package var clearsGoals = false
    /// The units that change; nil restores the default.
    package var units: [HKQuantityType: HKUnit?] = [:]
    /// Whether the other units are reset to the default.
    package var clearsUnits = false
    /// The language; an inner nil restores the language of the browser.
    package var language: String??
    /// The home time zone; an inner nil removes it.
    package var timeZone: TimeZone??
    /// The first day of the week; an inner nil restores the default of the language.
    package var firstWeekday: Int??
    /// The appearance; a nil inside goes back to that of the system.
    package var appearance: Preferences.Appearance??

    package init() {}
}

/// The person's preferences. They are settings of the store, so that all browsers and servers share them.
extension HealthDatabase {
    private static let pins = "preference.pins"
    private static let largePins = "preference.largePins"
    private static let hidesCharts = "preference.hidesCharts"
    private static let goals = "preference.goals"
    private static let language = "preference.language"
    private static let firstWeekday = "preference.firstWeekday"
    private static let appearance = "preference.appearance"

    /// Returns the preferences. Values that can't be read are treated as not set.
    /// - Throws: A ``StoreError``.
    package func preferences() throws -> Preferences {
        try read { db in try Self.preferences(db) }
    }

    /// Changes preferences in one transaction.
    /// - Returns: The preferences after the change.
    /// - Throws: A ``StoreError``: `invalidArgument` if a unit isn't compatible with its type.
    package func change(_ change: PreferencesUpdate) throws -> Preferences {
        try write { db in
            var preferences = try Self.preferences(db)
            if let pins = change.pins {
                try Self.set(db, Self.pins, to: JSONValue.array(pins.map(JSONValue.string)).text)
            }
            if let large = change.largePins {
                try Self.set(db, Self.largePins, to: JSONValue.array(large.map(JSONValue.string)).text)
            }
            if let hides = change.hidesCharts { try Self.set(db, Self.hidesCharts, to: hides ? "true" : nil) }
            if change.clearsGoals { preferences.goals = [:] }
            for (type, goal) in change.goals { preferences.goals[type] = goal }
            if change.clearsGoals || !change.goals.isEmpty {
                try Self.set(db, Self.goals, to: Self.text(preferences.goals))
            }
            let cleared = change.clearsUnits ? preferences.units.keys.filter { change.units[$0] == nil } : []
            for type in cleared { try PreferredUnits.choose(db, nil, for: type) }
            for (type, unit) in change.units { try PreferredUnits.choose(db, unit, for: type) }
            if let language = change.language { try Self.set(db, Self.language, to: language) }
            if let zone = change.timeZone {
                try Self.set(db, Self.timeZone, to: zone?.identifier)
                // Statistics without a time zone and the days of summaries use the home time zone.
                try ChangeRange.Topic.summaries.bump(db)
            }
            if let day = change.firstWeekday { try Self.set(db, Self.firstWeekday, to: day.map(String.init)) }
            if let appearance = change.appearance { try Self.set(db, Self.appearance, to: appearance?.rawValue) }
            return try Self.preferences(db)
        }
    }

    private static func preferences(_ db: Database) throws -> Preferences {
        var preferences = Preferences()
        preferences.pins = (try json(db, pins)?.array ?? []).compactMap(\.string)
        preferences.largePins = (try json(db, largePins)?.array ?? []).compactMap(\.string)
        preferences.hidesCharts = try setting(db, hidesCharts) == "true"
        if case .object(let entries)? = try json(db, goals) {
            for (type, goal) in entries {
                guard let value = goal["value"]?.double, let unit = goal["unit"]?.string else { continue }
                preferences.goals[type] = Preferences.Goal(value: value, unit: unit)
            }
        }
        preferences.units = try PreferredUnits.all(db)
        preferences.language = try setting(db, language)
        preferences.timeZone = try homeTimeZone(db)
        preferences.firstWeekday = try setting(db, firstWeekday).flatMap(Int.init).flatMap {
            (1...7).contains($0) ? $0 : nil
        }
        preferences.appearance = try setting(db, appearance).flatMap(Preferences.Appearance.init(rawValue:))
        return preferences
    }

    private static func json(_ db: Database, _ name: String) throws -> JSONValue? {
        try setting(db, name).flatMap { JSONValue($0) }
    }

    private static func text(_ goals: [String: Preferences.Goal]) -> String {
        JSONValue.object(
            goals.sorted { $0.key < $1.key }.map { type, goal in
                (type, .object([("value", .double(goal.value)), ("unit", .string(goal.unit))]))
            }
        ).text
    }
}
