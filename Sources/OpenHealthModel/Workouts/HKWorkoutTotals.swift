// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The four totals that workouts had before they had statistics; nil for one that was not given. Not part of Apple's API.
public struct HKWorkoutTotals: Hashable, Sendable {
    /// The active energy, in a unit of energy.
    package var energyBurned: HKQuantity?
    /// The way, in a unit of length.
    package var distance: HKQuantity?
    /// The strokes of a swim.
    package var swimmingStrokeCount: HKQuantity?
    /// The flights climbed.
    package var flightsClimbed: HKQuantity?

    /// Creates totals; nil for one that was not given.
    public init(
        energyBurned: HKQuantity? = nil, distance: HKQuantity? = nil, swimmingStrokeCount: HKQuantity? = nil,
        flightsClimbed: HKQuantity? = nil
    ) {
        self.energyBurned = energyBurned
        self.distance = distance
        self.swimmingStrokeCount = swimmingStrokeCount
        self.flightsClimbed = flightsClimbed
    }

    /// The totals with the gaps filled from statistics.
    func completed(
        by statistics: [HKQuantityType: HKStatistics], activity: HKWorkoutActivityType
    ) -> HKWorkoutTotals {
        guard !statistics.isEmpty else { return self }
        func sum(_ identifier: HKQuantityTypeIdentifier) -> HKQuantity? {
            statistics[HKQuantityType(identifier)]?.sumQuantity()
        }
        let distances = Self.preferredDistances(for: activity) + Self.distances
        return HKWorkoutTotals(
            energyBurned: energyBurned ?? sum(.activeEnergyBurned),
            distance: distance ?? distances.lazy.compactMap(sum).first,
            swimmingStrokeCount: swimmingStrokeCount ?? sum(.swimmingStrokeCount),
            flightsClimbed: flightsClimbed ?? sum(.flightsClimbed))
    }

    /// Checks that each total is measured in a fitting unit and is a number.
    func check(subject: String) throws(HKObjectValidationError) {
        try HKObjectValidation.checkQuantity(energyBurned, in: .joule(), subject: subject)
        try HKObjectValidation.checkQuantity(distance, in: .meter(), subject: subject)
        try HKObjectValidation.checkQuantity(swimmingStrokeCount, in: .count(), subject: subject)
        try HKObjectValidation.checkQuantity(flightsClimbed, in: .count(), subject: subject)
    }

    /// The distance that an activity is about, where it is about one.
    private static func preferredDistances(for activity: HKWorkoutActivityType) -> [HKQuantityTypeIdentifier] {
        switch activity {
        case .cycling, .handCycling: [.distanceCycling]
        case .swimming: [.distanceSwimming]
        case .wheelchairWalkPace, .wheelchairRunPace: [.distanceWheelchair]
        case .downhillSkiing, .snowboarding: [.distanceDownhillSnowSports]
        case .crossCountrySkiing: [.distanceCrossCountrySkiing]
        case .paddleSports: [.distancePaddleSports]
        case .rowing: [.distanceRowing]
        case .skatingSports: [.distanceSkatingSports]
        default: []
        }
    }

    /// All distances, for an activity that is about none or has another.
    private static let distances: [HKQuantityTypeIdentifier] = [
        .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .distanceWheelchair,
        .distanceDownhillSnowSports, .distanceCrossCountrySkiing, .distancePaddleSports, .distanceRowing,
        .distanceSkatingSports,
    ]
}
