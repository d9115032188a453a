// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The totals of a workout without statistics; `nil` for totals that were not given. Not part of Apple's API.
public struct HKWorkoutTotals: Hashable, Sendable {
    /// The active energy, in a unit of energy.
    package var energyBurned: HKQuantity?
    /// The distance, in a unit of length.
    package var distance: HKQuantity?
    /// The number of swimming strokes.
    package var swimmingStrokeCount: HKQuantity?
    /// The number of flights climbed.
    package var flightsClimbed: HKQuantity?

    /// Creates totals; `nil` for totals that are not given.
    public init(
        energyBurned: HKQuantity? = nil, distance: HKQuantity? = nil, swimmingStrokeCount: HKQuantity? = nil,
        flightsClimbed: HKQuantity? = nil
    ) {
        self.energyBurned = energyBurned
        self.distance = distance
        self.swimmingStrokeCount = swimmingStrokeCount
        self.flightsClimbed = flightsClimbed
    }

    /// Returns the totals with missing values taken from statistics.
    func completed(
        by statistics: [HKQuantityType: HKStatistics], activity: HKWorkoutActivityType
    ) -> HKWorkoutTotals {
        guard !statistics.isEmpty else { return self }
        func sum(_ identifier: HKQuantityTypeIdentifier) -> HKQuantity? {
            statistics[HKQuantityType(identifier)]?.sumQuantity()
        }
        let distances = WorkoutDistance.types.compactMap { type in sum(type).map { (type, $0) } }
        return HKWorkoutTotals(
            energyBurned: energyBurned ?? sum(.activeEnergyBurned),
            distance: distance ?? WorkoutDistance.total(of: activity, distances),
            swimmingStrokeCount: swimmingStrokeCount ?? sum(.swimmingStrokeCount),
            flightsClimbed: flightsClimbed ?? sum(.flightsClimbed))
    }

    /// Checks that each total has a compatible unit and is finite.
    func check(subject: String) throws(HKObjectValidationError) {
        try HKObjectValidation.checkQuantity(energyBurned, in: .joule(), subject: subject)
        try HKObjectValidation.checkQuantity(distance, in: .meter(), subject: subject)
        try HKObjectValidation.checkQuantity(swimmingStrokeCount, in: .count(), subject: subject)
        try HKObjectValidation.checkQuantity(flightsClimbed, in: .count(), subject: subject)
    }
}
