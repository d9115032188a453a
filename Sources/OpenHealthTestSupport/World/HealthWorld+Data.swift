// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthKit
import OpenHealthModel
import OpenHealthStore

extension HealthWorld {
    /// The bundle identifier of the source of data if a test specifies no app.
    public static let recorder = "org.example.recorder"

    /// Adds samples to the database, like another app or a device with permission to save everything, including types that apps
    /// cannot save. The apps under test see them if they may read them.
    ///
    /// Electrocardiograms, routes and heartbeat series get synthetic measurements.
    /// - Parameters:
    ///   - samples: The samples to add.
    ///   - source: The bundle identifier of the source.
    ///   - name: The name of the source; by default the last component of the identifier.
    /// - Throws: A `StoreError` if the samples cannot be saved, in which case none is. Planned failures of the test do not apply
    ///   here.
    public func add(_ samples: [HKSample], from source: String = HealthWorld.recorder, name: String? = nil) throws {
        let name = name ?? String(source.split(separator: ".").last ?? Substring(source))
        try database.save(
            samples.map { ($0, SeriesContent.measurements(of: $0)) },
            source: ProvenanceData(sourceName: name, bundleIdentifier: source, sourceVersion: "1.0"), now: clock.now)
    }

    /// Adds a sample to the database; see the method for several samples.
    public func add(_ sample: HKSample, from source: String = HealthWorld.recorder, name: String? = nil) throws {
        try add([sample], from: source, name: name)
    }

    /// Adds one sample per day to the database, at noon; the last one is today's.
    /// - Parameters:
    ///   - count: The number of days.
    ///   - identifier: The type.
    ///   - unit: The unit of the values; by default the canonical unit of the type.
    ///   - source: The bundle identifier of the source.
    ///   - value: A closure that returns the value for the index of a day: 0 is the first day, and `count - 1` is today.
    /// - Returns: The samples in order.
    @discardableResult
    public func addDays(
        _ count: Int, of identifier: HKQuantityTypeIdentifier, unit: HKUnit? = nil,
        from source: String = HealthWorld.recorder, _ value: (Int) -> Double
    ) throws -> [HKQuantitySample] {
        let samples = days(count).enumerated().map { day, noon in
            HKQuantitySample.fixture(identifier, value(day), unit: unit, start: noon, end: noon)
        }
        try add(samples, from: source)
        return samples
    }

    /// Adds one sample per day to the database, starting at noon; the last one is today's.
    /// - Parameters:
    ///   - count: The number of days.
    ///   - identifier: The type.
    ///   - duration: The duration of each sample in seconds.
    ///   - source: The bundle identifier of the source.
    ///   - value: A closure that returns the raw value for the index of a day: 0 is the first day, and `count - 1` is today.
    /// - Returns: The samples in order.
    @discardableResult
    public func addDays(
        _ count: Int, of identifier: HKCategoryTypeIdentifier, duration: TimeInterval = 0,
        from source: String = HealthWorld.recorder, _ value: (Int) -> Int
    ) throws -> [HKCategorySample] {
        let samples = days(count).enumerated().map { day, noon in
            HKCategorySample.fixture(identifier, value(day), start: noon, end: noon + duration)
        }
        try add(samples, from: source)
        return samples
    }

    /// Returns noon of the last days, including today.
    private func days(_ count: Int) -> [Date] {
        let today = calendar.startOfDay(for: clock.now)
        return (0..<count).map { day in
            let start = calendar.date(byAdding: .day, value: day - count + 1, to: today) ?? today
            return calendar.date(bySettingHour: 12, minute: 0, second: 0, of: start) ?? start
        }
    }
}

/// Synthetic content of series, for tests that do not depend on it.
enum SeriesContent {
    /// Returns the measurements of a sample that is a series, or nil for others.
    static func measurements(of sample: HKSample) -> SeriesMeasurements? {
        let length = sample.endDate.timeIntervalSince(sample.startDate)
        switch sample {
        case let electrocardiogram as HKElectrocardiogram:
            let count = electrocardiogram.numberOfVoltageMeasurements
            return .electrocardiogram((0..<count).map { voltage(at: Double($0) / Double(max(count, 1)) * length) })
        case let beats as HKHeartbeatSeriesSample:
            let distance = length / Double(max(beats.count, 1))
            return .heartbeats(
                (0..<beats.count).map { SeriesHeartbeat(time: Double($0) * distance, precededByGap: false) })
        case let route as HKWorkoutRoute:
            return .route(points(route, length), workout: nil)
        default:
            return nil
        }
    }

    /// Returns the voltage of a heart with one beat per second, in microvolts: a spike with a gentle wave in between.
    private static func voltage(at time: Double) -> Double {
        let phase = time - time.rounded(.down)
        return phase < 0.04 ? 900 : 60 * sin(2 * .pi * phase)
    }

    /// Returns the points of a run to the north at three meters per second.
    private static func points(_ route: HKWorkoutRoute, _ length: Double) -> [RoutePoint] {
        let steps = Double(max(route.count - 1, 1))
        return (0..<route.count).map { index in
            let time = length * Double(index) / steps
            return RoutePoint(
                time: route.startDate.timeIntervalSince1970 + time, latitude: 52.5 + time * 3 / 111_195,
                longitude: 13.4, altitude: 34, speed: 3, course: 0, horizontalAccuracy: 5, verticalAccuracy: 3)
        }
    }
}
