// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of workouts of two persons at one time.
@Suite struct EffortPersonTests {
    @Test func heartRatesAreThoseOfTheDeviceOfTheWorkout() throws {
        let store = try ScratchStore()
        func save(
            _ source: String, _ model: String?, _ activity: HKWorkoutActivityType, from start: Double, rate: Double,
            period: Double
        ) throws {
            let beats = stride(from: start, to: start + 1800, by: 10).map {
                MadeSamples.heartRate(rate + 10 * sin($0 / period), at: $0)
            }
            let workout = HKWorkout(
                activityType: activity, start: MadeSamples.date(start), end: MadeSamples.date(start + 1800))
            let device = model.map { DeviceData(manufacturer: "Garmin", model: $0) }
            try store.database.save(beats + [workout], source: ProvenanceData(sourceName: source, device: device))
        }
        try save("Garmin", "3000", .running, from: 0, rate: 150, period: 100)
        try save("Garmin", "9", .swimming, from: 1, rate: 110, period: 170)
        #expect(try store.database.efforts.all().count == 2)
        // The copy of the run is one effort with it only. Its kind is another one, so that the heart rate decides.
        try save("Strava", nil, .cycling, from: 2, rate: 150, period: 100)
        let efforts = try store.database.efforts.all().map { effort in
            Set(([effort.workout] + effort.copies).map(\.activityType))
        }
        #expect(Set(efforts) == [[.running, .cycling], [.swimming]])
    }
}
