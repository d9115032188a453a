// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitRemote
import OpenHealthAccess
import OpenHealthModel
import OpenHealthRemote
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import RemoteTestSupport
import Testing

/// A daemon and an app that uses it.
final class RemoteWorld: Sendable {
    let daemon: TestDaemon
    let refused = Guarded<[RefusedChange]>([])

    static let steps = HKQuantityType(.stepCount)

    init() throws { daemon = try TestDaemon() }

    /// Returns the store of an app.
    /// - Parameters:
    ///   - url: The daemon's address for the app.
    func app(
        _ name: String = "writer", at url: URL? = nil, _ change: (inout RemoteOptions) -> Void = { _ in }
    ) throws -> HKHealthStore {
        let identity = AppIdentity(identifier: "org.example.\(name)", name: name, version: "1")
        var options = RemoteOptions()
        options.unsentFolder = unsent(name)
        options.timeLimits = .long
        let refused = refused
        options.onRefusal = { change in refused.withLock { $0.append(change) } }
        change(&options)
        let configuration = HealthKitSystem.Configuration(
            store: .remote(url: url ?? daemon.url, token: try daemon.token(identity), options: options), app: identity)
        return HKHealthStore.make(in: HealthContext(configuration))
    }

    /// The folder of an app's unsent changes.
    func unsent(_ name: String = "writer") -> URL { daemon.folder.appending(path: "unsent-\(name)") }

    /// The number of an app's unsent changes.
    func waiting(_ name: String = "writer") -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: unsent(name).path)) ?? []
        return names.count { $0.hasSuffix(".change") }
    }

    /// Allows an app to save and read steps.
    func allow(_ name: String = "writer", share: AppPermission.Share = .authorized) throws {
        try daemon.database.apps.setPermission(
            share: share, read: .authorized, app: "org.example.\(name)", types: [Self.steps.identifier])
    }

    /// The number of step samples in the store.
    func stored() throws -> Int {
        try daemon.database.samples(SampleRequest(types: [Self.steps.identifier])).count
    }

    static func sample(_ minute: Int) -> HKQuantitySample {
        let start = Date(timeIntervalSince1970: 1_760_000_000 + Double(minute) * 60)
        return HKQuantitySample(
            type: steps, quantity: HKQuantity(unit: .count(), doubleValue: Double(minute + 1)), start: start,
            end: start + 30)
    }
}

/// Waits until an app has sent the changes that were kept.
func settle(_ store: HKHealthStore) async throws {
    try await #require(try store.context.access() as? RemoteAccess).settled()
}

/// Returns the code of the error that a closure throws.
func code(_ body: () async throws -> Void) async -> HKError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? HKError)?.code ?? .unknownError
    }
}
