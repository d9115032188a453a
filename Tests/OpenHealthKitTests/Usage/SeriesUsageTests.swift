// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct SeriesUsageTests {
    static let symbols = [
        "HKElectrocardiogramQuery.init(_:){}", "HKElectrocardiogramQueryDescriptor.init(_:)",
        "HKElectrocardiogram.averageHeartRate", "HKElectrocardiogram.timeSinceSampleStart",
        "HKElectrocardiogram.numberOfVoltageMeasurements", "HKElectrocardiogram.samplingFrequency",
        "HKElectrocardiogram.symptomsStatus", "HKHeartbeatSeriesQuery.init(heartbeatSeries:){}",
        "HKWorkoutRouteQuery.init(route:){}", "HKWorkoutRouteBuilder.init(healthStore:device:)",
        "HKWorkoutBuilder.insertRouteData(_:)",
    ]

    @Test func voltagesAreRead() async throws {
        let test = try UsageWorld(read: [HKObjectType.electrocardiogramType()])
        try test.world.add(HKElectrocardiogram.fixture(start: test.now, duration: 2, frequency: 100))
        let stored = HKSampleQueryDescriptor(predicates: [.electrocardiogram()], sortDescriptors: [])
        let electrocardiogram = try #require(try await stored.result(for: test.store).first)
        #expect(electrocardiogram.numberOfVoltageMeasurements == 200)
        #expect(electrocardiogram.samplingFrequency?.doubleValue(for: .hertz()) == 100)
        #expect(electrocardiogram.averageHeartRate?.doubleValue(for: HKUnit(from: "count/min")) == 64)
        #expect(electrocardiogram.symptomsStatus == HKElectrocardiogram.SymptomsStatus.none)
        var times: [TimeInterval] = []
        for try await measurement in HKElectrocardiogramQueryDescriptor(electrocardiogram).results(for: test.store) {
            times.append(measurement.timeSinceSampleStart)
        }
        #expect(times.count == 200)
        let counted = QueryRecorder<Int>()
        let query = HKElectrocardiogramQuery(electrocardiogram) { _, result in
            switch result {
            case .measurement(let measurement): counted.record(measurement.timeSinceSampleStart < 1.995 ? 0 : 1)
            case .done: counted.record(2)
            case .error(let error): counted.record(.failure(error))
            }
        }
        test.store.execute(query)
        var measured = 0
        while try await counted.next() != 2 { measured += 1 }
        #expect(measured == 200)
    }

    @Test func heartbeatsAreRead() async throws {
        let test = try UsageWorld(read: [HKSeriesType.heartbeat()])
        try test.world.add(HKHeartbeatSeriesSample.fixture(start: test.now, count: 5))
        let stored = HKSampleQueryDescriptor(predicates: [.heartbeatSeries()], sortDescriptors: [])
        let series = try #require(try await stored.result(for: test.store).first)
        let beats = QueryRecorder<Bool>()
        let query = HKHeartbeatSeriesQuery(heartbeatSeries: series) { _, _, _, done, error in
            beats.record(error.map(Result.failure) ?? .success(done))
        }
        test.store.execute(query)
        var count = 1
        while try await !beats.next() { count += 1 }
        #expect(count >= 5)
    }

    @Test func routesAreBuiltAndRead() async throws {
        let test = try UsageWorld(share: [.workoutType(), HKSeriesType.workoutRoute()])
        let workout = HKWorkout.fixture(start: test.now, duration: 60)
        try await test.store.save(workout)
        let builder = HKWorkoutRouteBuilder(healthStore: test.store, device: nil)
        try await builder.insertRouteData(
            (0..<10).map { second in
                CLLocation(
                    coordinate: CLLocationCoordinate2D(latitude: 52.5 + Double(second) / 10_000, longitude: 13.4),
                    altitude: 30, horizontalAccuracy: 5, verticalAccuracy: 5, timestamp: test.now + Double(second))
            })
        let route = try #require(try await builder.finishRoute(with: workout, metadata: nil))
        let points = QueryRecorder<Int>()
        let query = HKWorkoutRouteQuery(route: route) { _, locations, done, error in
            points.record(error.map(Result.failure) ?? .success((locations?.count ?? 0) * (done ? -1 : 1)))
        }
        test.store.execute(query)
        var total = 0
        while true {
            let part = try await points.next()
            total += abs(part)
            if part <= 0 { break }
        }
        #expect(total == 10)
    }
}
