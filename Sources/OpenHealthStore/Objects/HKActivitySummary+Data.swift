// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKActivitySummary {
    /// Creates a summary from the values of an export, or returns nil if the day can't be read.
    package convenience init?(_ data: ActivitySummaryData) {
        guard let day = Self.day(data.day) else { return nil }
        let values = Dictionary(data.values.map { ($0.key, $0.value) }) { $1 }
        func quantity(_ names: String..., unit: HKUnit) -> HKQuantity? {
            let number = names.lazy.compactMap { values[$0].flatMap(Double.init) }.first { $0.isFinite }
            return number.map { HKQuantity(unit: unit, doubleValue: $0) }
        }
        var state = State(day: day)
        let energy =
            values["activeEnergyBurnedUnit"].flatMap(StoredUnit.unit)
            .flatMap { $0.is(compatibleWith: .kilocalorie()) ? $0 : nil } ?? .kilocalorie()
        state.activeEnergyBurned = quantity("activeEnergyBurned", unit: energy) ?? state.activeEnergyBurned
        state.activeEnergyBurnedGoal = quantity("activeEnergyBurnedGoal", unit: energy) ?? state.activeEnergyBurnedGoal
        // Some system versions use another name for the minutes.
        state.appleMoveTime = quantity("appleMoveTime", "appleMoveMinutes", unit: .minute()) ?? state.appleMoveTime
        state.appleMoveTimeGoal =
            quantity("appleMoveTimeGoal", "appleMoveMinutesGoal", unit: .minute()) ?? state.appleMoveTimeGoal
        state.appleExerciseTime = quantity("appleExerciseTime", unit: .minute()) ?? state.appleExerciseTime
        state.exerciseTimeGoal = quantity("appleExerciseTimeGoal", unit: .minute())
        state.appleStandHours = quantity("appleStandHours", unit: .count()) ?? state.appleStandHours
        state.standHoursGoal = quantity("appleStandHoursGoal", unit: .count())
        // Exports don't contain the move mode. If there is only a goal in minutes, the ring counts minutes.
        let aims = (state.activeEnergyBurnedGoal.originalValue > 0, state.appleMoveTimeGoal.originalValue > 0)
        state.activityMoveMode = aims == (false, true) ? .appleMoveTime : .activeEnergy
        self.init(state)
    }

    /// Returns the components of a day such as `2024-03-10`, in the Gregorian calendar.
    private static func day(_ text: String) -> DateComponents? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            year > 0, (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return DateComponents(era: 1, year: year, month: month, day: day)
    }

    /// Returns the stored name of the day of an instant.
    package static func name(ofDay date: Date, in zone: TimeZone) -> String {
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        // Dates outside years of four digits are before or after all days in a store.
        // checked: clamped, and the date of a permission is not NaN
        let number = Int(min(max((seconds / 86_400).rounded(.down), -719_000), 2_900_000))
        let (year, month, day) = CivilDay.date(number)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}
