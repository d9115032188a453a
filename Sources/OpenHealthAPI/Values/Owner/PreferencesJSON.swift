// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The owner's preferences for the display of data. Types are named by their short names.
package struct PreferencesJSON: JSONRepresentable {
    /// A goal for a type, and its unit.
    package typealias Goal = (value: Double, unit: String)

    /// The maximum number of pinned types.
    package static let maximumPins = 100
    /// The languages of the pages.
    package static let languages = ["en", "en-GB", "de", "es", "fr", "pt", "pt-PT", "ja", "ko", "zh"]
    /// The appearances of the pages.
    package static let appearances = ["light", "dark"]

    package var pins: [String]
    /// The types with large cards.
    package var largePins: [String]
    /// Whether the dashboard leaves out its charts.
    package var hidesCharts: Bool
    package var goals: [String: Goal]
    package var units: [String: String]
    package var language: String?
    /// The identifier of the home time zone.
    package var timeZone: String?
    /// The first day of the week, from 1 for Sunday to 7 for Saturday.
    package var firstWeekday: Int?
    /// The appearance of the pages.
    package var appearance: String?

    package init(
        pins: [String], largePins: [String] = [], hidesCharts: Bool = false, goals: [String: Goal],
        units: [String: String], language: String?, timeZone: String?, firstWeekday: Int?, appearance: String?
    ) {
        self.pins = pins
        self.largePins = largePins
        self.hidesCharts = hidesCharts
        self.goals = goals
        self.units = units
        self.language = language
        self.timeZone = timeZone
        self.firstWeekday = firstWeekday
        self.appearance = appearance
    }

    package static let format = JSONFormat<PreferencesJSON>.object(
        named: "Preferences", about: "The owner's preferences for the display of data.",
        .required(
            "pins", \.pins,
            .array(of: .string(length: 1...200), most: maximumPins)
                .described("The types that are listed first, by their short names.")),
        .optional(
            "largePins", \.largePins,
            .array(of: .string(length: 1...200), most: maximumPins)
                .described("The types whose cards on the dashboard are large."), default: []),
        .optional(
            "hidesCharts", \.hidesCharts,
            .bool.described("Whether the dashboard leaves out the charts of steps and weight."), default: false),
        .required("goals", \.goals, .byName(.goal)),
        .required("units", \.units, .byName(.string.schema(.named("Unit")))),
        .optional("language", \.language, .string.schema(languageSchema)),
        .optional("timeZone", \.timeZone, .string.schema(timeZoneSchema)),
        .optional("firstWeekday", \.firstWeekday, .integer().schema(weekdaySchema)),
        .optional("appearance", \.appearance, .string.schema(appearanceSchema))
    ) { pins, largePins, hidesCharts, goals, units, language, timeZone, firstWeekday, appearance in
        PreferencesJSON(
            pins: pins, largePins: largePins, hidesCharts: hidesCharts, goals: goals, units: units, language: language,
            timeZone: timeZone, firstWeekday: firstWeekday, appearance: appearance)
    }

    static let languageSchema = JSONSchema.one(of: languages)
    static let timeZoneSchema = JSONSchema.string(length: 1...64)
        .described("The home time zone that determines days, such as Europe/Berlin.")
    static let appearanceSchema = JSONSchema.one(of: appearances)
        .described("The appearance of the pages. The default is that of the system.")
    static let weekdaySchema = JSONSchema.integer(1...7)
        .described("The first day of the week: 1 is Sunday, 7 is Saturday. The default is that of the language.")
}

extension JSONFormat where Value == PreferencesJSON.Goal {
    /// The format of a goal for a type.
    static let goal = JSONFormat.object(
        named: "Goal", about: "A goal for a type.",
        .required("value", \.value, .number), .required("unit", \.unit, .string.schema(.named("Unit")))
    ) { (value: $0, unit: $1) }
}

extension JSONFormat {
    /// Returns the format of an object with any keys, which are written in order.
    static func byName<Element>(_ element: JSONFormat<Element>) -> JSONFormat where Value == [String: Element] {
        let (encode, decode) = (element.encode, element.decode)
        return JSONFormat(.map(of: element.reference)) { values in
            var entries: [(key: String, value: JSONValue)] = []
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                guard let json = encode(value) else { return nil }
                entries.append((name, json))
            }
            return .object(entries)
        } decode: { (json) throws(Problem) in
            var values: [String: Element] = [:]
            for (key, value) in try json.entries() { values[key] = try decode(value) }
            return values
        }
    }
}
