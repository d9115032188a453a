// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The types of the measurements during workouts that depend on the sport.
package enum WorkoutSeries {
    /// Returns the type of power; nil if HealthKit has none for the sport.
    package static func power(of activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        switch activity {
        case .cycling, .handCycling: .cyclingPower
        case .running: .runningPower
        default: nil
        }
    }

    /// Returns the type of cadence; nil if HealthKit has none for the sport.
    package static func cadence(of activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        activity == .cycling || activity == .handCycling ? .cyclingCadence : nil
    }

    /// Returns the type of speed; nil if HealthKit has none for the sport.
    package static func speed(of activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        switch activity {
        case .cycling, .handCycling: .cyclingSpeed
        case .running: .runningSpeed
        case .walking, .hiking: .walkingSpeed
        case .rowing: .rowingSpeed
        case .paddleSports: .paddleSportsSpeed
        case .crossCountrySkiing: .crossCountrySkiingSpeed
        default: nil
        }
    }
}
