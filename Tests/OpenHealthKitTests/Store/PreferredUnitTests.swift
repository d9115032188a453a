// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct PreferredUnitTests {
    private let mass = HKQuantityType(.bodyMass)

    @Test func theConfigurationTakesPrecedence() async throws {
        let kit = try KitStore(.memory)
        try kit.database.setPreferredUnit(.pound(), for: mass)
        let store = kit.app()
        await expect(.errorAuthorizationNotDetermined) { try await store.preferredUnits(for: [mass]) }
        try await store.requestAuthorization(toShare: [], read: [mass])
        #expect(try await store.preferredUnits(for: [mass]) == [mass: .pound()])
        let other = kit.app { $0.preferredUnits = [HKQuantityType(.bodyMass): .stone(), Sample.steps: .percent()] }
        let calls = Calls<([HKQuantityType: HKUnit], (any Error)?)>()
        other.preferredUnits(for: [mass]) { calls.add(($0, $1)) }
        let (units, error) = try await calls.next()
        #expect(units == [mass: .stone()] && error == nil)
        other.preferredUnits(for: [HKQuantityType(.height)]) { calls.add(($0, $1)) }
        let (none, refusal) = try await calls.next()
        #expect(none.isEmpty && (refusal as? HKError)?.code == .errorAuthorizationNotDetermined)
    }

    @Test(arguments: KitPlace.allCases) func storesPostNotificationsOfChanges(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let (first, second) = (kit.app("a"), kit.app("b"))
        let calls = Calls<String>()
        var observers: [any NSObjectProtocol] = []
        for (name, store) in [("a", first), ("b", second)] {
            observers.append(
                NotificationCenter.default.addObserver(
                    forName: .HKUserPreferencesDidChange, object: store, queue: nil
                ) { _ in calls.add(name) })
            try await store.requestAuthorization(toShare: [], read: [mass])
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        // Observation starts concurrently with the first use.
        for store in [first, second] { await store.context.observesPreferences() }
        try kit.database.setPreferredUnit(.pound(), for: mass)
        #expect(Set([try await calls.next(), try await calls.next()]) == ["a", "b"])
    }

    @MainActor
    @Test func messagesAreDelivered() async throws {
        let kit = try KitStore(.memory)
        let store = kit.app()
        let calls = Calls<Bool>()
        let token = NotificationCenter.default.addObserver(of: store, for: .userPreferencesDidChange) { _ in
            calls.add(true)
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try await store.requestAuthorization(toShare: [], read: [mass])
        await store.context.observesPreferences()
        try kit.database.setPreferredUnit(.pound(), for: mass)
        #expect(try await calls.next())
        let name = HKHealthStore.HKUserPreferencesDidChangeMessage.name
        #expect(HKHealthStore.HKUserPreferencesDidChangeMessage.makeMessage(Notification(name: name)) != nil)
    }
}
