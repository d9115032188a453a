// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The person's preferences for the pages of their data.
package struct Preferences: Sendable, Equatable {
    /// The person's goal for a type.
    package struct Goal: Sendable, Equatable {
        package var value: Double
        /// The unit of the value, as text.
        package var unit: String

        package init(value: Double, unit: String) {
            self.value = value
            self.unit = unit
        }
    }

    /// The identifiers of the types that come first, in order.
    package var pins: [String] = []
    /// The goals by the identifiers of types.
    package var goals: [String: Goal] = [:]
    /// The units in which the person likes to see types, where they have chosen one.
    package var units: [HKQuantityType: HKUnit] = [:]
    /// The language of the pages, such as `ja`; nil for that of the browser.
    package var language: String?
    /// The home time zone, whose days count; nil where none has been chosen.
    package var timeZone: TimeZone?
    /// The first day of the week, from 1 for Sunday to 7 for Saturday; nil for that of the language.
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

/// A change of preferences: what is nil stays as it is.
package struct PreferencesChange: Sendable, Equatable {
    /// All pins.
    package var pins: [String]?
    /// The goals that change; nil takes a goal back.
    package var goals: [String: Preferences.Goal?] = [:]
    /// Whether the goals that are not named are taken back.
    package var clearsGoals = false
    /// The units that change; nil goes back to what is usual.
    package var units: [HKQuantityType: HKUnit?] = [:]
    /// Whether the units that are not named go back to what is usual.
    package var clearsUnits = false
    /// The language; a nil inside goes back to that of the browser.
    package var language: String??
    /// The home time zone; a nil inside takes it back.
    package var timeZone: TimeZone??
    /// The first day of the week; a nil inside goes back to that of the language.
    package var firstWeekday: Int??
    /// The appearance; a nil inside goes back to that of the system.
    package var appearance: Preferences.Appearance??

    package init() {}
}
