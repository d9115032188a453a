// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit

extension HealthWorld {
    /// The identifier of what data comes from where a test names no app.
    public static let recorder = "org.example.recorder"

    /// Puts samples into the database, as another app or a device does that may save everything, also types that apps
    /// cannot save. The apps under test see them if they may read them.
    ///
    /// Electrocardiograms, routes and series of heartbeats get made-up measurements.
    /// - Parameters:
    ///   - samples: what to save.
    ///   - source: the bundle identifier of what they come from.
    ///   - name: its name; the last part of the identifier where it is left out.
    /// - Throws: a `StoreError` where samples cannot be saved; then none is. Faults that the test wants do not count here.
    public func add(_ samples: [HKSample], from source: String = HealthWorld.recorder, name: String? = nil) throws {
        let name = name ?? String(source.split(separator: ".").last ?? Substring(source))
        try database.save(
            samples.map { ($0, SeriesContent.measurements(of: $0)) },
            source: ProvenanceData(sourceName: name, bundleIdentifier: source, sourceVersion: "1.0"), now: clock.now)
    }

    /// Puts a sample into the database; see the form for several.
    public func add(_ sample: HKSample, from source: String = HealthWorld.recorder, name: String? = nil) throws {
        try add([sample], from: source, name: name)
    }

    /// Puts one sample a day into the database, at noon; the last one today.
    /// - Parameters:
    ///   - count: how many days.
    ///   - identifier: the type.
    ///   - unit: the unit of the values; the canonical unit of the type where it is left out.
    ///   - source: the bundle identifier of what they come from.
    ///   - value: the value of a day, from its number: 0 is the first day, and `count - 1` today.
    /// - Returns: the samples, in order.
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

    /// Puts one sample a day into the database, from noon on; the last one today.
    /// - Parameters:
    ///   - count: how many days.
    ///   - identifier: the type.
    ///   - duration: how long each lasts, in seconds.
    ///   - source: the bundle identifier of what they come from.
    ///   - value: the raw value of a day, from its number: 0 is the first day, and `count - 1` today.
    /// - Returns: the samples, in order.
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

    /// The noons of the last days, today's last.
    private func days(_ count: Int) -> [Date] {
        let today = calendar.startOfDay(for: clock.now)
        return (0..<count).map { day in
            let start = calendar.date(byAdding: .day, value: day - count + 1, to: today) ?? today
            return calendar.date(bySettingHour: 12, minute: 0, second: 0, of: start) ?? start
        }
    }
}
