// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

@testable import OpenHealthStore

/// Workouts that are one effort, for tests.
enum MadeEfforts {
    static func workout(_ start: Double, _ end: Double, distance: Double = 9000) -> HKWorkout {
        HKWorkout(
            activityType: .running, start: MadeSamples.date(start), end: MadeSamples.date(end), workoutEvents: nil,
            totalEnergyBurned: nil, totalDistance: HKQuantity(unit: .meter(), doubleValue: distance), metadata: nil)
    }

    /// Returns 100 metres for each minute.
    static func distances(_ start: Double, _ end: Double) -> [HKSample] {
        stride(from: start, to: end, by: 60).map {
            MadeSamples.quantity(.distanceWalkingRunning, 100, "m", from: $0, to: min($0 + 60, end))
        }
    }

    static func save(_ samples: [HKSample], of source: String, in store: ScratchStore) throws {
        try store.database.save(samples, source: ProvenanceData(sourceName: source))
    }

    /// Returns a store with an hour of running by a watch, and a copy of it.
    static func runAndCopy() throws -> (store: ScratchStore, watch: UUID, copy: UUID) {
        let store = try ScratchStore()
        let (watch, copy) = (workout(0, 3600), workout(0, 3630))
        try save(
            distances(0, 3600) + [MadeSamples.steps(5000, from: 0, to: 3600), watch], of: "Ana's Apple Watch", in: store
        )
        try save(distances(0, 3600) + [copy], of: "Strava", in: store)
        return (store, watch.uuid, copy.uuid)
    }

    /// Returns the sum of the distances.
    static func distance(_ store: ScratchStore) throws -> Double? {
        defer { store.database.waitForRollups() }
        let request = StatisticsRequest(type: HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue)
        return try store.database.statistics(request).first?.figures.sum
    }

    /// Returns the sources of the workouts of each effort, the shown one first.
    static func sources(_ store: ScratchStore) throws -> [[String]] {
        try store.database.efforts.all().map { ([$0.workout] + $0.copies).map(\.sample.source) }
    }

    /// Returns an export with workouts of half an hour.
    static func document(_ workouts: [(source: String, start: Double)]) -> String {
        let elements = workouts.map { workout in
            let dates = [0, 1800].map { MetadataText.text(MadeSamples.date(workout.start + $0)) }
            return """
                <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
                sourceName="\(workout.source)" startDate="\(dates[0])" endDate="\(dates[1])"/>
                """
        }
        return "<HealthData>\(elements.joined(separator: "\n"))</HealthData>"
    }
}
