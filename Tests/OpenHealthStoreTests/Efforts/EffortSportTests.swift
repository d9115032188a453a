// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of efforts of several sports, and of sources with several devices.
struct EffortSportTests {
    private let sports:
        [(activity: HKWorkoutActivityType, type: HKQuantityTypeIdentifier, times: ClosedRange<Double>)] =
            [
                (.swimming, .distanceSwimming, 0...1200), (.cycling, .distanceCycling, 1320...4920),
                (.running, .distanceWalkingRunning, 5010...6510),
            ]

    private func workout(_ activity: HKWorkoutActivityType, _ times: ClosedRange<Double>) -> HKWorkout {
        HKWorkout(
            activityType: activity, start: MadeSamples.date(times.lowerBound), end: MadeSamples.date(times.upperBound),
            workoutEvents: nil, totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
    }

    /// Saves the three sports as workouts of a source, each with one distance of 100 metres a minute.
    private func saveSports(_ source: String, delay: Double, in database: HealthDatabase) throws {
        for sport in sports {
            let (from, to) = (sport.times.lowerBound + delay, sport.times.upperBound + delay)
            let samples = stride(from: from, to: to, by: 60).map {
                MadeSamples.quantity(sport.type, 100, "m", from: $0, to: $0 + 60)
            }
            try database.save(
                samples + [workout(sport.activity, from...to)], source: ProvenanceData(sourceName: source))
        }
    }

    /// Returns the metres of each sport.
    private func distances(_ database: HealthDatabase) throws -> [Double?] {
        try sports.map { sport in
            try database.statistics(StatisticsRequest(type: sport.type.rawValue)).first?.figures.sum
        }
    }

    @Test("a triathlon and its sports count once, whichever has distances", arguments: [false, true])
    func triathlon(arrivesFirst: Bool) throws {
        let store = try ScratchStore()
        let triathlon = workout(.swimBikeRun, 0...6510)
        let garmin = ProvenanceData(sourceName: "Garmin")
        if arrivesFirst { try store.database.save([triathlon], source: garmin) }
        try saveSports("Watch", delay: 0, in: store.database)
        if !arrivesFirst { try store.database.save([triathlon], source: garmin) }
        // 20 minutes, 60 minutes and 25 minutes.
        #expect(try distances(store.database) == [2000, 6000, 2500])
        // An app has the sports, too, a little later.
        try saveSports("App", delay: 9, in: store.database)
        #expect(try distances(store.database) == [2000, 6000, 2500])
        let efforts = try store.database.efforts.all()
        #expect(efforts.map(\.workout.sample.uuid) == [triathlon.uuid])
        #expect(efforts.first?.copies.count == 6)
        // The person can put a source first that has only the sports.
        let sources = try store.database.sources().filter { $0.name == "App" }.map(\.id)
        try store.database.setSourceOrder(sources, type: HKWorkoutTypeIdentifier)
        #expect(try store.database.efforts.all().map(\.workout.sample.uuid) == [triathlon.uuid])
    }

    @Test("a ride in two parts and the whole of another device count once, in any order", arguments: [0, 1, 2])
    func ride(place: Int) throws {
        let store = try ScratchStore()
        let whole = workout(.cycling, 0...7300)
        for index in 0..<3 {
            if index == place {
                try store.database.save([whole], source: ProvenanceData(sourceName: "Garmin"))
            }
            guard index < 2 else { continue }
            let (from, to) = index == 0 ? (0.0, 3600.0) : (3700.0, 7300.0)
            let samples = stride(from: from, to: to, by: 60).map {
                MadeSamples.quantity(.distanceCycling, 360, "m", from: $0, to: $0 + 60)
            }
            try store.database.save(
                samples + [workout(.cycling, from...to)], source: ProvenanceData(sourceName: "Watch"))
        }
        let efforts = try store.database.efforts.all()
        #expect(efforts.map(\.workout.sample.uuid) == [whole.uuid] && efforts.first?.copies.count == 2)
        // The whole has no samples, so that those of both parts count.
        #expect(try distances(store.database)[1] == 43_200)
        let explained = try store.database.efforts.explanation(of: whole.uuid)
        #expect(explained.workouts.count == 3 && Set(explained.reasons.map(\.copy)).count == 2)
        #expect(try store.database.check().findings == [])
        // Without the whole, each part is an effort.
        try store.database.efforts.split(whole.uuid)
        #expect(try store.database.efforts.all().count == 3)
        #expect(try distances(store.database)[1] == 43_200)
    }

    @Test func twoDevicesOfOneSourceCanHaveOneEffort() throws {
        let store = try ScratchStore()
        func save(_ model: String?, _ times: ClosedRange<Double>) throws {
            let device = model.map { DeviceData(manufacturer: "Garmin", model: $0) }
            try store.database.save(
                [workout(.cycling, times)], source: ProvenanceData(sourceName: "Garmin", device: device))
        }
        try save("3121", 0...2400)
        try save("3113", 95...2340)
        #expect(try store.database.efforts.all().count == 1)
        // The same device does not record two workouts at once, but two files can have them.
        try save("3121", 4000...6400)
        try save("3121", 4095...6340)
        #expect(try store.database.efforts.all().count == 3)
    }
}
