// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import OpenHealthTestBasics
import RemoteTestSupport
import Synchronization
import Testing

/// The location of a test's database.
enum StreamPlace: CaseIterable, Sendable {
    case file, memory
    /// The file of a daemon that apps use over HTTP.
    case remote

    /// The local locations, for tests of features that a daemon does not support.
    static let local = [StreamPlace.file, .memory]
}

/// A database for a test, and stores of apps whose reads are counted and can be blocked.
final class StreamStore: Sendable {
    let database: HealthDatabase
    private let folder: URL?
    private let daemon: TestDaemon?

    init(_ place: StreamPlace = .memory) throws {
        switch place {
        case .memory:
            (folder, daemon) = (nil, nil)
            database = try HealthDatabase.inMemory()
        case .file:
            let folder = FileManager.default.temporaryDirectory.appending(path: "stream-\(UUID().uuidString)")
            (self.folder, daemon) = (folder, nil)
            database = try HealthDatabase(url: folder.appending(path: "health.db"))
        case .remote:
            let daemon = try TestDaemon()
            (folder, self.daemon) = (nil, daemon)
            database = daemon.database
        }
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Returns the store of an app without authorization requests.
    func app(
        _ name: String = "reader", _ prompt: any HKAuthorizationPrompt = .grant,
        _ change: (inout HealthKitSystem.Configuration) -> Void = { _ in }
    ) -> HKHealthStore {
        let app = AppIdentity(identifier: "org.example.\(name)", name: name, version: "1")
        var configuration = HealthKitSystem.Configuration(store: .database(database), app: app, authorization: prompt)
        if let daemon {
            do {
                configuration = try daemon.configuration(for: app, prompt)
            } catch {
                Issue.record(error)
            }
        }
        change(&configuration)
        return HKHealthStore.make(in: HealthContext(configuration))
    }

    /// Returns the store of an app that can save and read some types.
    func allowed(
        _ types: Set<HKSampleType>, name: String = "reader",
        _ change: (inout HealthKitSystem.Configuration) -> Void = { _ in }
    ) async throws -> HKHealthStore {
        let store = app(name, .grant, change)
        try await store.requestAuthorization(toShare: types, read: types)
        return store
    }
}

/// A counter of an app's reads that can block them.
final class ReadGate: Sendable {
    private let reads = EventLog<Void>()
    private let held = Mutex<DispatchSemaphore?>(nil)

    /// The number of reads that have begun.
    var count: Int { reads.count }

    /// Waits until more reads than a number have begun.
    func wait(beyond count: Int) async { await reads.wait(count: count + 1) }

    /// Blocks the next read.
    /// - Returns: A semaphore that unblocks the read.
    func hold() -> DispatchSemaphore {
        let semaphore = DispatchSemaphore(value: 0)
        held.withLock { $0 = semaphore }
        return semaphore
    }

    func install(in configuration: inout HealthKitSystem.Configuration) {
        configuration.intercept = { operation in
            guard operation == .read else { return }
            let semaphore = self.held.withLock { held in
                defer { held = nil }
                return held
            }
            self.reads.note()
            semaphore?.wait()
        }
    }
}
