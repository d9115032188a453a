// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the owner's routes for display preferences.
enum PreferenceHandlers {
    static let bindings = [
        RouteBinding(PreferenceRoutes.show) { scope in
            let database = scope.database
            return scope.answer(json(try await scope.blocking { try database.preferences() }))
        },
        RouteBinding(PreferenceRoutes.change, change),
    ]

    private static func change(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.json()
        let change = try Problem.ofContent { () throws(Problem) in try Self.change(body) }
        let database = scope.database
        return scope.answer(json(try await scope.changing { try database.change(change) }))
    }

    private static func change(_ body: JSONReader) throws(Problem) -> PreferencesChange {
        try body.check(keys: ["pins", "goals", "units", "language", "timeZone", "firstWeekday"])
        var change = PreferencesChange()
        for (key, value) in try body.entries() {
            switch key {
            case "pins": change.pins = try pins(body.optional(key))
            case "goals":
                change.clearsGoals = value.isNull
                for (type, goal) in try types(body.optional(key)) {
                    change.goals.updateValue(goal.isNull ? nil : try self.goal(goal, of: type), forKey: type.identifier)
                }
            case "units":
                change.clearsUnits = value.isNull
                for (type, unit) in try types(body.optional(key)) {
                    let quantity = try quantityType(type, unit)
                    change.units.updateValue(unit.isNull ? nil : try self.unit(unit, of: quantity), forKey: quantity)
                }
            case "timeZone": change.timeZone = .some(try body.optional(key).map(timeZone))
            case "firstWeekday": change.firstWeekday = .some(try body.optional(key).map(weekday))
            default: change.language = .some(try body.optional(key).map(language))
            }
        }
        return change
    }

    private static func pins(_ json: JSONReader?) throws(Problem) -> [String] {
        var pins: [String] = []
        for entry in try json?.array(most: PreferencesJSON.maximumPins) ?? [] {
            let type = try entry.objectType().identifier
            guard !pins.contains(type) else { throw entry.problem("This type is there twice.") }
            pins.append(type)
        }
        return pins
    }

    /// Returns the entries of an object whose keys are names of types.
    private static func types(_ json: JSONReader?) throws(Problem) -> [(type: HKObjectType, value: JSONReader)] {
        var types: [(type: HKObjectType, value: JSONReader)] = []
        for (key, value) in try json?.entries() ?? [] {
            guard key.utf8.count <= 200 else { throw value.problem("There is no type of such a name.") }
            let type = try TypeNames.objectType(key, at: value.pointer)
            guard !types.contains(where: { $0.type == type }) else { throw value.problem("This type is there twice.") }
            types.append((type, value))
        }
        return types
    }

    private static func goal(_ json: JSONReader, of type: HKObjectType) throws(Problem) -> Preferences.Goal {
        try json.check(keys: ["value", "unit"])
        let (value, unit) = (try json.required("value"), try json.required("unit"))
        let number = try value.double()
        guard number > 0 else { throw value.problem("A goal is above 0.") }
        return Preferences.Goal(value: number, unit: try self.unit(unit, of: type).unitString)
    }

    private static func unit(_ json: JSONReader, of type: HKObjectType) throws(Problem) -> HKUnit {
        let unit = try json.unit()
        let fits =
            switch type {
            case let type as HKQuantityType: type.is(compatibleWith: unit)
            // The quantity of a category is its duration.
            case is HKCategoryType: HKQuantity(unit: unit, doubleValue: 1).is(compatibleWith: .second())
            default: false
            }
        guard fits else { throw json.problem("\(type.identifier) is not measured in such a unit.") }
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

    // MARK: - Answers

    private static func json(_ preferences: Preferences) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("pins", .array(preferences.pins.map { .string(name($0)) })),
            (
                "goals",
                .object(
                    preferences.goals.sorted { $0.key < $1.key }.map { type, goal in
                        (name(type), .object([("value", .double(goal.value)), ("unit", .string(goal.unit))]))
                    })
            ),
            (
                "units",
                .object(
                    preferences.units.sorted { $0.key.identifier < $1.key.identifier }.map { type, unit in
                        (name(type.identifier), .string(unit.unitString))
                    })
            ),
        ]
        if let language = preferences.language { entries.append(("language", .string(language))) }
        if let zone = preferences.timeZone { entries.append(("timeZone", .string(zone.identifier))) }
        if let day = preferences.firstWeekday { entries.append(("firstWeekday", .integer(day))) }
        return .object(entries)
    }

    /// Returns the short name of a type.
    private static func name(_ identifier: String) -> String {
        HealthTypes.named(identifier)?.swiftName ?? identifier
    }
}
