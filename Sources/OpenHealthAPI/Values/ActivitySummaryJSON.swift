// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The activity summary of a day on the wire.
package struct ActivitySummaryJSON: JSONRepresentable {
    /// The summary.
    package let summary: HKActivitySummary

    package init(_ summary: HKActivitySummary) {
        self.summary = summary
    }

    package static let format = JSONFormat<ActivitySummaryJSON>(
        name: "ActivitySummary",
        JSONSchema.object(
            required: [
                ("activityMoveMode", .one(of: ["activeEnergy", "appleMoveTime"])), ("isPaused", .bool),
            ] + quantities.map { ($0.name, .named("Quantity")) } + [(ArchivedObject.key, ArchivedObject.schema)],
            optional: [("date", .string(format: "date"))] + goals.map { ($0.name, .named("Quantity")) }
        ).described("The rings of one day.")
    ) {
        $0.encoded
    } decode: { (json) throws(Problem) in
        ActivitySummaryJSON(try ArchivedObject.object(json, as: HKActivitySummary.self))
    }

    /// The quantities of every day.
    static var quantities: [(name: String, path: KeyPath<HKActivitySummary.State, HKQuantity>)] {
        [
            ("activeEnergyBurned", \.activeEnergyBurned), ("activeEnergyBurnedGoal", \.activeEnergyBurnedGoal),
            ("appleMoveTime", \.appleMoveTime), ("appleMoveTimeGoal", \.appleMoveTimeGoal),
            ("appleExerciseTime", \.appleExerciseTime), ("appleStandHours", \.appleStandHours),
        ]
    }

    /// The optional goals of a day.
    static var goals: [(name: String, path: KeyPath<HKActivitySummary.State, HKQuantity?>)] {
        [("exerciseTimeGoal", \.exerciseTimeGoal), ("standHoursGoal", \.standHoursGoal)]
    }

    private static func text(_ day: DateComponents) -> String? {
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

    private var encoded: JSONValue {
        let state = summary.snapshot
        var entries: [(key: String, value: JSONValue)] = []
        if let day = state.day.flatMap(Self.text) { entries.append(("date", .string(day))) }
        entries.append(
            ("activityMoveMode", .string(state.activityMoveMode == .activeEnergy ? "activeEnergy" : "appleMoveTime")))
        entries.append(("isPaused", .bool(state.isPaused)))
        for (name, path) in Self.quantities { entries.append((name, QuantityJSON(state[keyPath: path]).json)) }
        for (name, path) in Self.goals {
            if let goal = state[keyPath: path] { entries.append((name, QuantityJSON(goal).json)) }
        }
        return .object(entries + ArchivedObject.entry(summary))
    }
}

extension JSONFormat where Value == HKActivitySummary {
    package static var activitySummary: JSONFormat {
        ActivitySummaryJSON.format.map(\.summary, back: ActivitySummaryJSON.init)
    }
}
