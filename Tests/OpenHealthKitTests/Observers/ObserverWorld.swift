// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import OpenHealthTestBasics
import Synchronization
import Testing

/// A store, apps that use it, and stopped clocks.
final class ObserverWorld: Sendable {
    let database: HealthDatabase
    /// The clock of repeated calls.
    let steadyClock = ManualClock()
    private let folder: URL?
    private let time = Mutex(Date(timeIntervalSince1970: 1_704_067_200))

    static let reader = AppIdentity(identifier: "org.example.reader", name: "Reader")
    static let writer = AppIdentity(identifier: "org.example.writer", name: "Writer")
    static let steps = HKQuantityType(.stepCount)
    static let heartRate = HKQuantityType(.heartRate)
    static let water = HKQuantityType(.dietaryWater)

    init(inMemory: Bool = false) throws {
        if inMemory {
            folder = nil
            database = try .inMemory()
        } else {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("observers-\(UUID().uuidString)")
            self.folder = folder
            database = try HealthDatabase(url: folder.appendingPathComponent("health.db"))
        }
        try grant(Self.reader)
        try grant(Self.writer)
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Advances the clock of dates.
    func pass(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

    /// Waits until the queries have processed all changes so far.
    func settle(_ queries: HKQuery...) async throws {
        let place = try database.latestChange()
        // Subscribers are called in no particular order. A second subscription is only called after the first call of all.
        for _ in 0..<2 where place > 0 {
            let ranges = EventLog<Int64>()
            let subscription = try database.subscribe(after: 0) { ranges.note($0.through) }
            await ranges.wait { $0.last ?? 0 >= place }
            subscription.cancel()
        }
        for query in queries { await query.settled() }
    }

    /// Returns a store object of an app, as in a program that has just been started.
    func store(_ app: AppIdentity = reader) -> HKHealthStore {
        var configuration = HealthKitSystem.Configuration(
            store: .database(database), app: app, authorization: .grant)
        configuration.clock = { [self] in time.withLock { $0 } }
        configuration.steadyClock = steadyClock
        return HKHealthStore.make(in: HealthContext(configuration))
    }

    func access(_ app: AppIdentity = reader) -> AppAccess {
        AppAccess(database: database, app: app, clock: { [self] in time.withLock { $0 } })
    }

    /// Allows an app to save and read the types above.
    func grant(_ app: AppIdentity, read: AppPermission.Read = .authorized) throws {
        let types: Set<HKObjectType> = [Self.steps, Self.heartRate, Self.water]
        try access(app).record(
            AuthorizationDecision(
                share: Dictionary(uniqueKeysWithValues: types.map { ($0, .authorized) }),
                read: Dictionary(uniqueKeysWithValues: types.map { ($0, read) })))
    }

    /// Returns a sample that has not been saved.
    static func sample(_ type: HKQuantityType, _ value: Double = 1, at seconds: TimeInterval = 0) -> HKQuantitySample {
        let units = [steps: "count", heartRate: "count/min", water: "mL"]
        let date = Date(timeIntervalSince1970: 1_704_067_200 + seconds)
        return HKQuantitySample(
            type: type, quantity: HKQuantity(unit: HKUnit(from: units[type] ?? "count"), doubleValue: value),
            start: date, end: date)
    }

    /// Saves a sample of an app.
    @discardableResult
    func save(
        _ type: HKQuantityType = steps, _ value: Double = 1, at seconds: TimeInterval = 0, as app: AppIdentity = writer
    ) throws -> HKQuantitySample {
        let sample = Self.sample(type, value, at: seconds)
        try access(app).save([sample])
        return sample
    }

    /// Returns the background delivery state in the store.
    func delivery(_ type: HKSampleType = steps) throws -> BackgroundDelivery? {
        try access().deliveries(of: [type])[type]
    }
}
