// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import TestTimeLimits
import Testing

/// Tests of the behaviour that Apple documents: each states one behaviour in its name, and the source of the claim in its comment.
@Suite(.timeLimit(.usual)) struct Probes {
    /// Midnight of 9 March 2026, UTC, the day before that of the clock.
    static let day = Date(timeIntervalSince1970: 1_773_014_400)
    static let perMinute = HKUnit.count().unitDivided(by: .minute())

    let world: HealthWorld
    let app: HKHealthStore
    let steps = HKQuantityType(.stepCount)
    let pulse = HKQuantityType(.heartRate)
    let headache = HKCategoryType(.headache)

    init() throws {
        world = try HealthWorld(now: Self.day + 36 * 3600, calendar: Self.days().calendar ?? .current)
        app = world.app("org.example.probe")
    }

    /// Lets the app save and read types.
    func grant(_ types: HKSampleType...) throws {
        try world.grant(share: Set(types), read: Set(types), to: app)
    }

    /// Returns an interval of one day in a time zone.
    static func days(_ zone: String = "UTC") -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        return DateComponents(calendar: calendar, day: 1)
    }

    /// Returns steps, with dates in minutes after ``day``.
    func steps(
        _ from: Double, _ to: Double, _ count: Double = 10, device: HKDevice? = nil, metadata: [String: Any]? = nil
    ) -> HKQuantitySample {
        HKQuantitySample(
            type: steps, quantity: HKQuantity(unit: .count(), doubleValue: count), start: Self.day + from * 60,
            end: Self.day + to * 60, device: device, metadata: metadata)
    }

    /// Returns a heart rate at a number of minutes after ``day``.
    func pulse(_ minute: Double, _ rate: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: pulse, quantity: HKQuantity(unit: Self.perMinute, doubleValue: rate), start: Self.day + minute * 60,
            end: Self.day + minute * 60)
    }

    /// Returns the metadata of a synchronised object.
    static func sync(_ version: Int) -> [String: Any] {
        [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: version]
    }

    /// Returns the samples of a type that the app may read, in the order of their start.
    func read(_ type: HKQuantityType, _ predicate: NSPredicate? = nil) async throws -> [HKQuantitySample] {
        try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: type, predicate: predicate)],
            sortDescriptors: [SortDescriptor(\.startDate), SortDescriptor(\.endDate)]
        ).result(for: app)
    }

    /// Returns the counts of the steps that the app may read.
    func counts(_ predicate: NSPredicate? = nil) async throws -> [Double] {
        try await read(steps, predicate).map { $0.quantity.doubleValue(for: .count()) }
    }

    /// Executes a query with a recorder's handler, and returns its result.
    func result<Value>(_ query: (QueryRecorder<Value>) -> HKQuery) async throws -> Value {
        let recorder = QueryRecorder<Value>()
        app.execute(query(recorder))
        return try await recorder.next()
    }
}
