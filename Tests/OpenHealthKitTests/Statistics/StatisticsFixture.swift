// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthAccess
import OpenHealthSession
import OpenHealthStore
import Testing
import OpenHealthTestSupport
import OpenHealthKit

/// A store in memory with an app with all permissions, and samples of generated sources.
struct StatisticsFixture {
    let database: HealthDatabase
    let store: HKHealthStore
    static let app = AppIdentity(identifier: "org.example.app", name: "App")
    /// Monday, 2024-01-01, 00:00 UTC.
    static let start = Date(timeIntervalSince1970: 1_704_067_200)

    init() throws {
        database = try HealthDatabase.inMemory()
        store = HKHealthStore.make(
            in: HealthContext(
                HealthKitSystem.Configuration(store: .database(database), app: Self.app, authorization: .grant)))
    }

    var access: any HealthAccess { get throws { try store.context.access() } }

    static func source(_ name: String) -> ProvenanceData {
        ProvenanceData(sourceName: name, bundleIdentifier: "org.example.\(name.lowercased())")
    }

    /// Returns a sample with dates in hours since the start.
    static func sample(
        _ identifier: HKQuantityTypeIdentifier, _ value: Double, from: Double, to: Double,
        metadata: [String: Any]? = nil
    ) -> HKQuantitySample {
        let type = HKQuantityType(identifier)
        return HKQuantitySample(
            type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: value),
            start: start + from * 3600, end: start + to * 3600, metadata: metadata)
    }

    /// Returns an interval of one day in a time zone.
    static func days(_ zone: String = "UTC") -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        return DateComponents(calendar: calendar, day: 1)
    }

    func allow(_ types: HKObjectType...) async throws {
        try await store.requestAuthorization(
            toShare: Set(types.compactMap { $0 as? HKSampleType }), read: Set(types))
    }

    /// Sets the app's permission for a type.
    func set(_ permission: AppPermission, _ type: HKObjectType) throws {
        let access = try #require(access as? LocalAccess)
        try access.appAccess.record(
            AuthorizationDecision(share: [type: permission.share], read: [type: permission.read]))
    }
}
