// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct DeliveryUsageTests {
    static let symbols = [
        "HKHealthStore.enableBackgroundDelivery(for:frequency:)",
        "HKHealthStore.enableBackgroundDelivery(for:frequency:){}",
        "HKHealthStore.enableBackgroundDelivery(for:frequency:withCompletion:)",
        "HKHealthStore.disableBackgroundDelivery(for:)", "HKHealthStore.disableBackgroundDelivery(for:){}",
        "HKHealthStore.disableBackgroundDelivery(for:withCompletion:)",
        "HKHealthStore.disableAllBackgroundDelivery", "HKHealthStore.disableAllBackgroundDelivery(completion:)",
        "HKHealthStore.startWatchApp(with:){}", "HKHealthStore.startWatchApp(with:completion:)",
    ]

    @Test func noWatchIsPaired() async throws {
        let test = try UsageWorld()
        let results = QueryRecorder<HKError.Code?>()
        test.store.startWatchApp(with: HKWorkoutConfiguration()) { success, error in
            #expect(!success)
            results.record((error as? HKError)?.code)
        }
        #expect(try await results.next() == .errorHealthDataUnavailable)
        let whole: @Sendable (Bool, (any Error)?) -> Void = { results.record($0 ? nil : ($1 as? HKError)?.code) }
        test.store.startWatchApp(with: HKWorkoutConfiguration(), completion: whole)
        #expect(try await results.next() == .errorHealthDataUnavailable)
    }

    @Test func deliveryIsEnabledAndDisabled() async throws {
        let steps = HKQuantityType(.stepCount)
        let test = try UsageWorld(share: [steps])
        let done = QueryRecorder<Bool>()
        try await test.store.enableBackgroundDelivery(for: steps, frequency: .hourly)
        test.store.enableBackgroundDelivery(for: steps, frequency: .immediate) { success, error in
            done.completion()(success, error)
        }
        #expect(try await done.next())
        test.store.enableBackgroundDelivery(for: steps, frequency: .daily, withCompletion: done.completion())
        #expect(try await done.next())
        try await test.store.disableBackgroundDelivery(for: steps)
        test.store.disableBackgroundDelivery(for: steps) { success, error in done.completion()(success, error) }
        #expect(try await done.next())
        test.store.disableBackgroundDelivery(for: steps, withCompletion: done.completion())
        #expect(try await done.next())
        test.store.disableAllBackgroundDelivery(completion: done.completion())
        #expect(try await done.next())
        let all: () async throws -> Void = test.store.disableAllBackgroundDelivery
        try await all()
    }
}
