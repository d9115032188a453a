// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension JSONFormat where Value == HKActivitySummary {
    /// The format of the activity summary of a day.
    package static let activitySummary = JSONFormat(
        name: "ActivitySummary",
        JSONSchema.object(
            required: [
                ("activityMoveMode", .one(of: ["activeEnergy", "appleMoveTime"])), ("isPaused", .bool),
            ] + quantities.map { ($0.name, .named("Quantity")) } + [(ArchivedObject.key, ArchivedObject.schema)],
            optional: [("date", .string(format: "date"))] + goals.map { ($0.name, .named("Quantity")) }
        ).described("The rings of one day.")
    ) {
        json(of: $0)
    } decode: { (json) throws(Problem) in
        try ArchivedObject.object(json, as: HKActivitySummary.self)
    }

    /// The quantities of every day.
    private static var quantities: [(name: String, path: KeyPath<HKActivitySummary.State, HKQuantity>)] {
        [
            ("activeEnergyBurned", \.activeEnergyBurned), ("activeEnergyBurnedGoal", \.activeEnergyBurnedGoal),
            ("appleMoveTime", \.appleMoveTime), ("appleMoveTimeGoal", \.appleMoveTimeGoal),
            ("appleExerciseTime", \.appleExerciseTime), ("appleStandHours", \.appleStandHours),
        ]
    }

    /// The optional goals of a day.
    private static var goals: [(name: String, path: KeyPath<HKActivitySummary.State, HKQuantity?>)] {
        [("exerciseTimeGoal", \.exerciseTimeGoal), ("standHoursGoal", \.standHoursGoal)]
    }

    private static func json(of summary: HKActivitySummary) -> JSONValue {
        let state = summary.snapshot
        var entries: [(key: String, value: JSONValue)] = []
        if let day = state.day.flatMap(DayText.text) { entries.append(("date", .string(day))) }
        entries.append(
            ("activityMoveMode", .string(state.activityMoveMode == .activeEnergy ? "activeEnergy" : "appleMoveTime")))
        entries.append(("isPaused", .bool(state.isPaused)))
        for (name, path) in quantities {
            entries.append((name, JSONFormat<HKQuantity>.quantity.json(state[keyPath: path])))
        }
        for (name, path) in goals {
            if let goal = state[keyPath: path] { entries.append((name, JSONFormat<HKQuantity>.quantity.json(goal))) }
        }
        return .object(entries + ArchivedObject.entry(summary))
    }
}

/// Days of the Gregorian calendar as strings.
package enum DayText {
    /// Returns the day of the components as a string such as `2026-03-14`, or nil if they are not a day.
    static func text(_ day: DateComponents) -> String? {
        guard let year = day.year, let month = day.month, let number = day.day else { return nil }
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(number, 2))"
    }

    /// Returns the day of a string such as `2026-03-14` in the Gregorian calendar, or nil if the string is not a day.
    package static func day(_ text: String) -> DateComponents? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2]), year > 0, (1...12).contains(month),
            (1...CivilDay.daysInMonth(year: year, month: month)).contains(day)
        else { return nil }
        return DateComponents(era: 1, year: year, month: month, day: day)
    }
}
