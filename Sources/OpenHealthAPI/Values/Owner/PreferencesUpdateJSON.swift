// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A change of preferences as a merge patch (RFC 7396): omitted preferences remain unchanged, and null removes a preference.
package struct PreferencesUpdateJSON: JSONRepresentable {
    package var pins: [HKObjectType]?
    package var largePins: [HKObjectType]?
    package var hidesCharts: Bool?
    /// The changed goals; nil removes a goal.
    package var goals: [HKObjectType: PreferencesJSON.Goal?] = [:]
    /// Whether all other goals are removed.
    package var clearsGoals = false
    /// The changed units; nil restores the default.
    package var units: [HKQuantityType: HKUnit?] = [:]
    /// Whether all other units are restored to their defaults.
    package var clearsUnits = false
    package var language: String??
    package var timeZone: TimeZone??
    package var firstWeekday: Int??
    package var appearance: String??

    package static let format = JSONFormat<PreferencesUpdateJSON>(name: "PreferencesChange", schema) {
        $0.encoded
    } decode: { (json) throws(Problem) in
        try Problem.ofContent { () throws(Problem) in try decoded(json) }
    }

    private static let null = JSONSchema([("type", .string("null"))])

    private static let schema = JSONSchema.object(optional: [
        "pins": .array(of: .string(length: 1...200), most: PreferencesJSON.maximumPins),
        "largePins": .array(of: .string(length: 1...200), most: PreferencesJSON.maximumPins),
        "hidesCharts": JSONFormat<Bool>.bool.reference,
        "goals": .map(of: .any(of: [.named("Goal"), null])), "units": .map(of: .any(of: [.named("Unit"), null])),
        "language": PreferencesJSON.languageSchema, "timeZone": PreferencesJSON.timeZoneSchema,
        "firstWeekday": PreferencesJSON.weekdaySchema, "appearance": PreferencesJSON.appearanceSchema,
    ]).described("A change of preferences.").example(
        .object([
            ("goals", .object([("bodyMass", .object([("value", .double(64)), ("unit", .string("kg"))]))])),
            ("units", .object([("bodyMass", .string("lb"))])),
        ]))

    private var encoded: JSONValue {
        var entries: [(key: String, value: JSONValue)] = []
        if let pins { entries.append(("pins", .array(pins.map { .string($0.identifier) }))) }
        if let largePins {
            entries.append(("largePins", .array(largePins.map { .string($0.identifier) })))
        }
        if let hidesCharts { entries.append(("hidesCharts", .bool(hidesCharts))) }
        if clearsGoals {
            entries.append(("goals", .null))
        } else if !goals.isEmpty {
            entries.append(("goals", Self.json(goals) { JSONFormat.goal.encode($0) ?? .null }))
        }
        if clearsUnits {
            entries.append(("units", .null))
        } else if !units.isEmpty {
            entries.append(("units", Self.json(units) { .string($0.unitString) }))
        }
        if let language { entries.append(("language", language.map(JSONValue.string) ?? .null)) }
        if let timeZone { entries.append(("timeZone", timeZone.map { .string($0.identifier) } ?? .null)) }
        if let firstWeekday { entries.append(("firstWeekday", firstWeekday.map(JSONValue.integer) ?? .null)) }
        if let appearance { entries.append(("appearance", appearance.map(JSONValue.string) ?? .null)) }
        return .object(entries)
    }

    private static func json<Kind: HKObjectType, Element>(
        _ values: [Kind: Element?], _ element: (Element) -> JSONValue
    ) -> JSONValue {
        .object(
            values.sorted { $0.key.identifier < $1.key.identifier }
                .map { ($0.key.identifier, $0.value.map(element) ?? .null) })
    }

    // MARK: - Decoding

    private static func decoded(_ body: JSONReader) throws(Problem) -> PreferencesUpdateJSON {
        try body.check(keys: [
            "pins", "largePins", "hidesCharts", "goals", "units", "language", "timeZone", "firstWeekday", "appearance",
        ])
        var change = PreferencesUpdateJSON()
        for (key, value) in try body.entries() {
            switch key {
            case "pins": change.pins = try pins(body.optional(key))
            case "largePins": change.largePins = try pins(body.optional(key))
            case "hidesCharts": change.hidesCharts = try body.optional(key)?.bool() ?? false
            case "goals":
                change.clearsGoals = value.isNull
                for (type, goal) in try types(body.optional(key)) {
                    change.goals.updateValue(goal.isNull ? nil : try self.goal(goal, of: type), forKey: type)
                }
            case "units":
                change.clearsUnits = value.isNull
                for (type, unit) in try types(body.optional(key)) {
                    let quantity = try quantityType(type, unit)
                    change.units.updateValue(unit.isNull ? nil : try self.unit(unit, of: quantity), forKey: quantity)
                }
            case "timeZone": change.timeZone = .some(try body.optional(key).map(timeZone))
            case "firstWeekday": change.firstWeekday = .some(try body.optional(key).map(weekday))
            case "appearance": change.appearance = .some(try body.optional(key).map(appearance))
            default: change.language = .some(try body.optional(key).map(language))
            }
        }
        return change
    }

    private static func pins(_ json: JSONReader?) throws(Problem) -> [HKObjectType] {
        var pins: [HKObjectType] = []
        for entry in try json?.array(most: PreferencesJSON.maximumPins) ?? [] {
            let type = try entry.objectType()
            guard !pins.contains(type) else { throw entry.problem("Duplicate type.") }
            pins.append(type)
        }
        return pins
    }

    /// Returns the entries of an object whose keys are names of types.
    private static func types(_ json: JSONReader?) throws(Problem) -> [(type: HKObjectType, value: JSONReader)] {
        var types: [(type: HKObjectType, value: JSONReader)] = []
        for (key, value) in try json?.entries() ?? [] {
            guard key.utf8.count <= 200 else { throw value.problem("Unknown type.") }
            let type = try TypeNames.objectType(key, at: value.pointer)
            guard !types.contains(where: { $0.type == type }) else { throw value.problem("Duplicate type.") }
            types.append((type, value))
        }
        return types
    }

    private static func goal(_ json: JSONReader, of type: HKObjectType) throws(Problem) -> PreferencesJSON.Goal {
        try json.check(keys: ["value", "unit"])
        let (value, unit) = (try json.required("value"), try json.required("unit"))
        let number = try value.double()
        guard number > 0 else { throw value.problem("Expected a number above 0.") }
        return (value: number, unit: try self.unit(unit, of: type).unitString)
    }

    private static func unit(_ json: JSONReader, of type: HKObjectType) throws(Problem) -> HKUnit {
        let unit = try json.unit()
        let fits =
            switch type {
            case let type as HKQuantityType: type.is(compatibleWith: unit)
            // The quantity of a category sample is its duration.
            case is HKCategoryType: HKQuantity(unit: unit, doubleValue: 1).is(compatibleWith: .second())
            default: false
            }
        guard fits else { throw json.problem("\(type.identifier) does not have a unit of this kind.") }
        return unit
    }

    private static func quantityType(_ type: HKObjectType, _ json: JSONReader) throws(Problem) -> HKQuantityType {
        guard let type = type as? HKQuantityType else { throw json.problem("\(type.identifier) has no unit.") }
        return type
    }

    private static func language(_ json: JSONReader) throws(Problem) -> String {
        let text = try json.string()
        guard PreferencesJSON.languages.contains(text) else {
            throw json.problem("The languages are \(PreferencesJSON.languages.joined(separator: ", ")).")
        }
        return text
    }

    private static func appearance(_ json: JSONReader) throws(Problem) -> String {
        let text = try json.string()
        guard PreferencesJSON.appearances.contains(text) else {
            throw json.problem("The appearances are \(PreferencesJSON.appearances.joined(separator: ", ")).")
        }
        return text
    }

    /// Returns a zone that browsers know as well, which rules out offsets such as GMT+2.
    private static func timeZone(_ json: JSONReader) throws(Problem) -> TimeZone {
        let zone = try CalendarName.timeZone(json)
        guard zone.identifier.wholeMatch(of: /UTC|GMT|[A-Za-z_]+(\/[A-Za-z0-9_+\-]+)+/) != nil else {
            throw json.problem("Expected the identifier of a time zone, such as Europe/Berlin.")
        }
        return zone
    }

    private static func weekday(_ json: JSONReader) throws(Problem) -> Int {
        let day = try json.integer()
        guard (1...7).contains(day) else {
            throw json.problem("The days of the week are 1 for Sunday to 7 for Saturday.")
        }
        return day
    }
}
