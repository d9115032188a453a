// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The one distance of a workout whose statistics have several, such as a ride with some metres on foot.
package enum WorkoutDistance {
    /// Returns the distance of a workout: the distance of its sport, or else the first one in the order of ``types``. A triathlon has the
    /// sum of the distances of its sports. An activity without a distance of its own has the longest distance.
    /// - Parameter distances: The sums by type. The result has the unit of its longest part.
    package static func total(
        of activity: HKWorkoutActivityType, _ distances: [(HKQuantityTypeIdentifier, HKQuantity)]
    ) -> HKQuantity? {
        let known = distances.compactMap {
            type, sum -> (type: HKQuantityTypeIdentifier, sum: HKQuantity, metres: Double)? in
            guard types.contains(type), let metres = try? sum.value(in: .meter()), metres.isFinite else { return nil }
            return (type, sum, metres)
        }
        guard let longest = known.max(by: { $0.metres < $1.metres })?.sum else { return nil }
        if activity == .swimBikeRun {
            let unit = longest.originalUnit
            let parts = known.compactMap { try? $0.sum.value(in: unit) }
            return HKQuantity(unit: unit, doubleValue: parts.reduce(0, +))
        }
        guard let own = type(of: activity) else { return longest }
        return known.first { $0.type == own }?.sum
            ?? types.lazy.compactMap { type in known.first { $0.type == type }?.sum }.first
    }

    /// Returns the distance type of a sport, if it has its own.
    package static func type(of activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        switch activity {
        case .cycling, .handCycling: .distanceCycling
        case .swimming: .distanceSwimming
        case .wheelchairWalkPace, .wheelchairRunPace: .distanceWheelchair
        case .downhillSkiing, .snowboarding: .distanceDownhillSnowSports
        case .crossCountrySkiing: .distanceCrossCountrySkiing
        case .paddleSports: .distancePaddleSports
        case .rowing: .distanceRowing
        case .skatingSports: .distanceSkatingSports
        case .running, .walking, .hiking: .distanceWalkingRunning
        default: nil
        }
    }

    /// All distance types.
    package static let types: [HKQuantityTypeIdentifier] = [
        .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .distanceWheelchair,
        .distanceDownhillSnowSports, .distanceCrossCountrySkiing, .distancePaddleSports, .distanceRowing,
        .distanceSkatingSports,
    ]
}
