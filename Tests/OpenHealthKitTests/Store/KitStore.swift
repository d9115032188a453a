// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import RemoteTestSupport
import Testing

/// The location of a test's database.
enum KitPlace: CaseIterable, Sendable {
    case file, memory
    /// The file of a daemon that apps use over HTTP.
    case remote

    /// The local locations, for tests that cause internal errors or access files.
    static let local = [KitPlace.file, .memory]
}

/// A database for a test, and the stores of several apps.
final class KitStore: Sendable {
    let database: HealthDatabase
    private let folder: Folder?
    private let daemon: TestDaemon?

    init(_ place: KitPlace) throws {
        switch place {
        case .memory:
            (folder, daemon) = (nil, nil)
            database = try HealthDatabase.inMemory()
        case .file:
            let folder = FileManager.default.temporaryDirectory.appending(path: "kit-\(UUID().uuidString)")
            (self.folder, daemon) = (Folder(url: folder), nil)
            database = try HealthDatabase(url: folder.appending(path: "health.db"))
        case .remote:
            let daemon = try TestDaemon()
            (folder, self.daemon) = (nil, daemon)
            database = daemon.database
        }
    }

    /// A folder that is removed with the last store and app that use it, because connections are opened on demand.
    private final class Folder: Sendable {
        let url: URL

        init(url: URL) {
            self.url = url
        }

        deinit {
            try? FileManager.default.removeItem(at: url)
        }
    }

    /// Returns the store of an app without authorization requests.
    func app(
        _ name: String = "reader", _ prompt: any HKAuthorizationPrompt = .grant,
        _ change: (inout HealthKitSystem.Configuration) -> Void = { _ in }
    ) -> HKHealthStore {
        let app = AppIdentity(identifier: "org.example.\(name)", name: name, version: "1")
        var configuration = HealthKitSystem.Configuration(store: .database(database), app: app, authorization: prompt)
        if let daemon {
            // Each name is registered once; another call returns the same app.
            do {
                configuration = try daemon.configuration(for: app, prompt)
            } catch {
                Issue.record(error)
            }
        }
        change(&configuration)
        let clock = configuration.clock
        configuration.clock = { [folder] in withExtendedLifetime(folder) { clock() } }
        return HKHealthStore.make(in: HealthContext(configuration))
    }

    /// Returns the store of an app that can save and read some types.
    func allowed(
        _ name: String = "reader", _ types: [HKSampleType] = [Sample.steps, Sample.pulse, Sample.sleep, .workoutType()]
    ) async throws -> HKHealthStore {
        let store = app(name)
        try await store.requestAuthorization(toShare: Set(types), read: Set(types))
        return store
    }
}

/// Samples for tests.
enum Sample {
    static let steps = HKQuantityType(.stepCount)
    static let pulse = HKQuantityType(.heartRate)
    static let sleep = HKCategoryType(.sleepAnalysis)
    static let day = Date(timeIntervalSince1970: 1_760_000_000)

    /// Returns steps in the minute that starts a number of minutes after ``day``.
    static func steps(_ minute: Int, _ count: Double = 10, metadata: [String: Any]? = nil) -> HKQuantitySample {
        let start = day.addingTimeInterval(Double(minute) * 60)
        return HKQuantitySample(
            type: steps, quantity: HKQuantity(unit: .count(), doubleValue: count), start: start,
            end: start.addingTimeInterval(60), metadata: metadata)
    }

    static func pulse(_ minute: Int, _ rate: Double = 60) -> HKQuantitySample {
        let start = day.addingTimeInterval(Double(minute) * 60)
        return HKQuantitySample(
            type: pulse, quantity: HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: rate),
            start: start, end: start)
    }

    static func count(_ sample: HKSample) -> Double? {
        (sample as? HKQuantitySample)?.quantity.doubleValue(for: .count())
    }
}

/// The values with which handlers were called, in order.
final class Calls<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    }

    func add(_ value: Value) {
        continuation.yield(value)
    }

    /// Waits for the next call. If there is none, the time limits of the suites end the test.
    func next() async throws -> Value {
        var iterator = stream.makeAsyncIterator()
        return try #require(await iterator.next())
    }

    /// Returns the values of all further calls, without waiting.
    func rest() async -> [Value] {
        continuation.finish()
        var values: [Value] = []
        for await value in stream { values.append(value) }
        return values
    }
}

/// Expects an error with a code.
func expect<Value>(
    _ code: HKError.Code, _ location: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async {
    do {
        _ = try await body()
        Issue.record("nothing was thrown", sourceLocation: location)
    } catch let error as HKError {
        #expect(error.code == code, "\(error)", sourceLocation: location)
    } catch {
        Issue.record("\(error)", sourceLocation: location)
    }
}
