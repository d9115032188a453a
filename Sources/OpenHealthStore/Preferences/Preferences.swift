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
