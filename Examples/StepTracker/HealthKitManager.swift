// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Observation

@Observable class HealthKitManager {
    let store = HKHealthStore()
    let types: Set = [HKQuantityType(.stepCount), HKQuantityType(.bodyMass)]

    var stepData: [HealthMetric] = []
    var weightData: [HealthMetric] = []
    var weightDiffData: [HealthMetric] = []

    /// The person's preferred unit of weights.
    var weightUnit = HKUnit.pound()

    /// Fetches the steps of the last 28 days. Days without steps are left out.
    func fetchStepCount() async throws {
        try checkAsked(.stepCount)
        let interval = DateInterval.days(28)
        let stepsQuery = HKStatisticsCollectionQueryDescriptor(
            predicate: samplePredicate(.stepCount, in: interval),
            options: .cumulativeSum,
            anchorDate: interval.end,
            intervalComponents: .init(day: 1)
        )

        do {
            stepData = Self.steps(in: try await stepsQuery.result(for: store))
        } catch {
            throw STError(error)
        }
    }

    /// Fetches the last weight of each of the last 28 days.
    func fetchWeights() async throws {
        weightData = try await weights(daysBack: 28)
    }

    /// Fetches weights of one more day, for 28 differences.
    func fetchWeightsForDifferentials() async throws {
        weightDiffData = try await weights(daysBack: 29)
    }

    func fetchWeightUnit() async throws {
        try checkAsked(.bodyMass)
        let bodyMass = HKQuantityType(.bodyMass)
        do {
            weightUnit = try await store.preferredUnits(for: [bodyMass])[bodyMass] ?? weightUnit
        } catch {
            throw STError(error)
        }
    }

    private func weights(daysBack: Int) async throws -> [HealthMetric] {
        try checkAsked(.bodyMass)
        let interval = DateInterval.days(daysBack)
        let weightQuery = HKStatisticsCollectionQueryDescriptor(
            predicate: samplePredicate(.bodyMass, in: interval),
            options: .mostRecent,
            anchorDate: interval.end,
            intervalComponents: .init(day: 1)
        )

        do {
            return Self.weights(in: try await weightQuery.result(for: store), weightUnit)
        } catch {
            throw STError(error)
        }
    }

    func checkAsked(_ identifier: HKQuantityTypeIdentifier) throws {
        guard store.authorizationStatus(for: HKQuantityType(identifier)) != .notDetermined else {
            throw STError.authNotDetermined
        }
    }

    func samplePredicate(
        _ identifier: HKQuantityTypeIdentifier, in interval: DateInterval
    ) -> HKSamplePredicate<HKQuantitySample> {
        .quantitySample(
            type: HKQuantityType(identifier),
            predicate: HKQuery.predicateForSamples(withStart: interval.start, end: interval.end))
    }

    static func steps(in collection: HKStatisticsCollection) -> [HealthMetric] {
        collection.statistics().compactMap { statistics in
            statistics.sumQuantity().map { .init(date: statistics.startDate, value: $0.doubleValue(for: .count())) }
        }
    }

    /// Returns the weights by day. Days without a weight are left out: a zero would look like a loss of the whole weight.
    static func weights(in collection: HKStatisticsCollection, _ unit: HKUnit) -> [HealthMetric] {
        collection.statistics().compactMap { statistics in
            statistics.mostRecentQuantity().map { .init(date: statistics.startDate, value: $0.doubleValue(for: unit)) }
        }
    }
}
