// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The activity summary of a day: how much the person moved, exercised and stood, and the goals.
///
/// Stores return summaries. An app can create its own summary for a preview or a test and set its properties, but cannot save
/// it. The properties can be set from any thread.
public final class HKActivitySummary: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, Sendable {
    /// The mutable properties.
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

        /// Creates the state of a day without activity.
        package init(day: DateComponents? = nil) {
            self.day = day
        }
    }

    let state: Mutex<State>

    /// Creates an empty summary: no day, all values zero, no goals for exercise and standing.
    public override init() {
        state = Mutex(State())
    }

    /// Creates a summary from stored fields.
    package init(_ state: State) {
        self.state = Mutex(state)
    }

    /// All properties at one point in time.
    package var snapshot: State { state.withLock { $0 } }

    /// Returns the day in a calendar: era, year, month, day, and the calendar itself.
    ///
    /// Without a day, as in a summary that an app created, only the calendar is set.
    /// - Parameter calendar: The calendar; its time zone has no effect, since a day is not an instant.
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

    /// Returns a Boolean value that indicates whether the other summary currently has the same day and values.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKActivitySummary else { return false }
        return other === self || other.snapshot == snapshot
    }

    /// A hash of the day, which is constant.
    public override var hash: Int { snapshot.day.hashValue }

    /// Returns an independent copy of the summary.
    public func copy(with zone: NSZone? = nil) -> Any { HKActivitySummary(snapshot) }

    var archive: HKArchive {
        let state = snapshot
        var archive: HKArchive = [
            "day": state.day, "moveMode": state.activityMoveMode.rawValue, "isPaused": state.isPaused,
            "exerciseTimeGoal": state.exerciseTimeGoal, "standHoursGoal": state.standHoursGoal,
        ]
        for (name, path) in Self.figures { archive.set(state[keyPath: path], name) }
        return archive
    }

    /// Creates a summary from an archive, or returns `nil` if the archive contains none.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
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
    }

    private static var figures: [(String, WritableKeyPath<State, HKQuantity>)] {
        [
            ("activeEnergyBurned", \.activeEnergyBurned), ("activeEnergyBurnedGoal", \.activeEnergyBurnedGoal),
            ("appleMoveTime", \.appleMoveTime), ("appleMoveTimeGoal", \.appleMoveTimeGoal),
            ("appleExerciseTime", \.appleExerciseTime), ("appleStandHours", \.appleStandHours),
        ]
    }
}

extension HKActivitySummary {
    /// The activity move mode: energy or minutes.
    public var activityMoveMode: HKActivityMoveMode {
        get { state.withLock { $0.activityMoveMode } }
        set { state.withLock { $0.activityMoveMode = newValue } }
    }

    /// Whether the person has paused the activity rings.
    public var isPaused: Bool {
        get { state.withLock { $0.isPaused } }
        set { state.withLock { $0.isPaused = newValue } }
    }

    /// The active energy burned, in a unit of energy.
    public var activeEnergyBurned: HKQuantity {
        get { state.withLock { $0.activeEnergyBurned } }
        set { state.withLock { $0.activeEnergyBurned = newValue } }
    }

    /// The goal for active energy, in a unit of energy.
    public var activeEnergyBurnedGoal: HKQuantity {
        get { state.withLock { $0.activeEnergyBurnedGoal } }
        set { state.withLock { $0.activeEnergyBurnedGoal = newValue } }
    }

    /// The time spent moving, in a unit of time.
    public var appleMoveTime: HKQuantity {
        get { state.withLock { $0.appleMoveTime } }
        set { state.withLock { $0.appleMoveTime = newValue } }
    }

    /// The goal for move time, in a unit of time.
    public var appleMoveTimeGoal: HKQuantity {
        get { state.withLock { $0.appleMoveTimeGoal } }
        set { state.withLock { $0.appleMoveTimeGoal = newValue } }
    }

    /// The time spent exercising, in a unit of time.
    public var appleExerciseTime: HKQuantity {
        get { state.withLock { $0.appleExerciseTime } }
        set { state.withLock { $0.appleExerciseTime = newValue } }
    }

    /// The goal for exercise time, in a unit of time; `nil` if there is none.
    public var exerciseTimeGoal: HKQuantity? {
        get { state.withLock { $0.exerciseTimeGoal } }
        set { state.withLock { $0.exerciseTimeGoal = newValue } }
    }

    /// The goal for exercise time; the former version of ``exerciseTimeGoal``, zero if there is none.
    public var appleExerciseTimeGoal: HKQuantity {
        get { exerciseTimeGoal ?? HKQuantity(unit: .minute(), doubleValue: 0) }
        set { exerciseTimeGoal = newValue }
    }

    /// The number of hours in which the person stood, as a count.
    public var appleStandHours: HKQuantity {
        get { state.withLock { $0.appleStandHours } }
        set { state.withLock { $0.appleStandHours = newValue } }
    }

    /// The goal for stand hours, as a count; `nil` if there is none.
    public var standHoursGoal: HKQuantity? {
        get { state.withLock { $0.standHoursGoal } }
        set { state.withLock { $0.standHoursGoal = newValue } }
    }

    /// The goal for stand hours; the former version of ``standHoursGoal``, zero if there is none.
    public var appleStandHoursGoal: HKQuantity {
        get { standHoursGoal ?? HKQuantity(unit: .count(), doubleValue: 0) }
        set { standHoursGoal = newValue }
    }
}
