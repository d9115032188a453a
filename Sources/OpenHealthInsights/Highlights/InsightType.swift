// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics

/// A type that insights are about.
package struct InsightType: Sendable {
    /// The identifier.
    package let identifier: String
    /// Whether the figure of a day is a sum; an average otherwise.
    package let isSum: Bool
    /// The scale of the usual range; nil for types that have none here.
    let scale: PersonalBaseline.Scale?
    /// The difference between neighbouring values of the measurement.
    let step: Double

    /// All quantity types, the most common ones first.
    package static let all: [InsightType] =
        sums.map { InsightType(identifier: $0.rawValue, isSum: true, scale: nil, step: 0) }
        + vitals.map { InsightType(identifier: $0.0.rawValue, isSum: false, scale: $0.1, step: $0.2) }
        + averages.map { InsightType(identifier: $0.rawValue, isSum: false, scale: nil, step: 0) }
        + rareVitals.map { InsightType(identifier: $0.0.rawValue, isSum: false, scale: $0.1, step: $0.2) }

    /// The types that have a usual range.
    package static let ranged = all.filter { $0.scale != nil }

    /// Returns the type of an identifier; nil if it is not a quantity type, whose daily figure would be neither a sum nor an average.
    package static func named(_ identifier: String) -> InsightType? {
        if let known = all.first(where: { $0.identifier == identifier }) { return known }
        guard let style = HealthTypes.named(identifier)?.aggregationStyle else { return nil }
        return InsightType(identifier: identifier, isSum: style == .cumulative, scale: nil, step: 0)
    }

    /// The unit of the daily figures.
    package var unit: String { HealthTypes.named(identifier)?.canonicalUnit ?? "" }

    private static let sums: [HKQuantityTypeIdentifier] = [
        .stepCount, .distanceWalkingRunning, .activeEnergyBurned, .appleExerciseTime, .flightsClimbed,
        .timeInDaylight,
    ]
    private static let vitals: [(HKQuantityTypeIdentifier, PersonalBaseline.Scale, Double)] = [
        (.restingHeartRate, .linear, 1), (.heartRateVariabilitySDNN, .logarithmic, 1),
        (.respiratoryRate, .linear, 0.5), (.oxygenSaturation, .linear, 0.01),
        (.appleSleepingWristTemperature, .linear, 0.1),
    ]
    /// The variability of Android's apps, and of apps for iOS 27 and later.
    private static let rareVitals: [(HKQuantityTypeIdentifier, PersonalBaseline.Scale, Double)] = [
        (.heartRateVariabilityRMSSD, .logarithmic, 1)
    ]
    private static let averages: [HKQuantityTypeIdentifier] = [
        .bodyMass, .walkingHeartRateAverage, .vo2Max, .walkingSpeed, .appleWalkingSteadiness,
        .bloodPressureSystolic, .bloodPressureDiastolic, .bloodGlucose,
    ]

    /// The identifier of sleep, whose daily figure is the time asleep.
    package static let sleep = HKCategoryTypeIdentifier.sleepAnalysis.rawValue

    /// Returns the seconds asleep among the durations of the values of sleep.
    package static func asleep(_ values: [CategoryValueDuration]) -> Double {
        values.reduce(0) { sum, value in
            guard let state = HKCategoryValueSleepAnalysis(rawValue: value.value),
                HKCategoryValueSleepAnalysis.allAsleepValues.contains(state)
            else { return sum }
            return sum + value.duration
        }
    }
}
