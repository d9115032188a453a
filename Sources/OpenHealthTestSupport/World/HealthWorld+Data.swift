// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit

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
