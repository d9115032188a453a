// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The rings of one day: how much the person moved, exercised and stood, and what they aimed at.
///
/// Summaries come from a store. An app can make one of its own, for a preview or a test, and set its properties; it
/// cannot be saved. The properties can be set from any thread.
public final class HKActivitySummary: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// Everything that can be set.
    package struct State: Hashable, Sendable {
        package var day: DateComponents?
        package var activityMoveMode = HKActivityMoveMode.activeEnergy
        package var isPaused = false
        package var activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
        package var activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
        package var appleMoveTime = HKQuantity(unit: .minute(), doubleValue: 0)
        package var appleMoveTimeGoal = HKQuantity(unit: .minute(), doubleValue: 0)
        package var appleExerciseTime = HKQuantity(unit: .minute(), doubleValue: 0)
        package var exerciseTimeGoal: HKQuantity?
        package var appleStandHours = HKQuantity(unit: .count(), doubleValue: 0)
        package var standHoursGoal: HKQuantity?

        /// A day without movement.
        package init(day: DateComponents? = nil) {
            self.day = day
        }
    }

    let state: Mutex<State>

    /// Creates an empty summary: no day, all figures zero, no goals for exercise and standing.
    public override init() {
        state = Mutex(State())
        super.init()
    }

    /// Creates a summary from stored parts.
    package init(_ state: State) {
        self.state = Mutex(state)
        super.init()
    }

    /// All properties at one moment.
    package var snapshot: State { state.withLock { $0 } }

    /// The day in the terms of a calendar: era, year, month, day, and the calendar itself.
    ///
    /// Without a day, as in a summary that an app made, only the calendar is set.
    /// - Parameter calendar: the calendar to use; its time zone does not matter, since a day is not an instant.
    public func dateComponents(for calendar: Calendar) -> DateComponents {
        var result = DateComponents(calendar: calendar)
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        guard var day = snapshot.day else { return result }
        day.hour = 12
        guard let noon = gregorian.date(from: day) else { return result }
        let parts = calendar.dateComponents([.era, .year, .month, .day], from: noon)
        result.era = parts.era
        result.year = parts.year
        result.month = parts.month
        result.day = parts.day
        return result
    }

    /// Whether the other has the same day and figures now.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKActivitySummary else { return false }
        return other === self || other.snapshot == snapshot
    }

    /// A hash of the day, which does not change.
    public override var hash: Int { snapshot.day.hashValue }

    /// A summary with the same properties, which can be set on their own.
    public func copy(with zone: NSZone? = nil) -> Any { HKActivitySummary(snapshot) }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the summary to an archive.
    public func encode(with coder: NSCoder) {
        let state = snapshot
        var archive = HKArchive()
        archive.set(day: state.day, "day")
        archive.set(raw: state.activityMoveMode, "moveMode")
        archive.set(state.isPaused, "isPaused")
        for (name, path) in Self.figures { archive.set(state[keyPath: path], name) }
        archive.set(state.exerciseTimeGoal, "exerciseTimeGoal")
        archive.set(state.standHoursGoal, "standHoursGoal")
        coder.encode(archive, forKey: "HKActivitySummary")
    }

    /// Reads a summary from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKActivitySummary"),
            let mode = archive.raw("moveMode", as: HKActivityMoveMode.self), let isPaused = archive.bool("isPaused")
        else { return nil }
        var state = State(day: archive.day("day"))
        state.activityMoveMode = mode
        state.isPaused = isPaused
        for (name, path) in Self.figures {
            guard let quantity = archive.quantity(name) else { return nil }
            state[keyPath: path] = quantity
        }
        state.exerciseTimeGoal = archive.quantity("exerciseTimeGoal")
        state.standHoursGoal = archive.quantity("standHoursGoal")
        self.state = Mutex(state)
        super.init()
    }

    private static var figures: [(String, WritableKeyPath<State, HKQuantity>)] {
        [
            ("activeEnergyBurned", \.activeEnergyBurned), ("activeEnergyBurnedGoal", \.activeEnergyBurnedGoal),
            ("appleMoveTime", \.appleMoveTime), ("appleMoveTimeGoal", \.appleMoveTimeGoal),
            ("appleExerciseTime", \.appleExerciseTime), ("appleStandHours", \.appleStandHours),
        ]
    }
}
