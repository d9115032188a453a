// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

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
