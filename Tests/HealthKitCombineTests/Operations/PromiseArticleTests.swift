// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthModel
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import Testing

/// Tests of the article's use of promises: authorization, its check, saving, and one place for errors.
@Suite struct PromiseArticleTests {
    private let type = HKQuantityType(.height)

    @Test func aHeightIsSavedAndRead() async throws {
        let world = try HealthWorld()
        #expect(await save(176, with: DataStoreManager(world.app())) == "Saved!")
        #expect(await save(177, at: 60, with: DataStoreManager(world.app())) == "Saved!")
        #expect(world.requests.count == 1)

        let reader = DataStoreManager(world.app("org.example.reader"))
        let heights = await withCheckedContinuation { continuation in
            reader.availableType(type)
                .then { reader.fetchAllSample(forType: self.type) }
                .then { samples in
                    samples.compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .meter()) }
                }
                .then { continuation.resume(returning: $0) }
                .catch { error in
                    Issue.record(error)
                    continuation.resume(returning: [])
                }
        }
        #expect(heights == [1.77, 1.76])
    }

    @Test func aRefusalIsCaughtAfterTheLastStep() async throws {
        let world = try HealthWorld()
        world.prompt = .deny
        let alert = await save(176, with: DataStoreManager(world.app()))
        #expect(alert == "Error HKAuthorizationStatus \(HKAuthorizationStatus.sharingDenied.rawValue)")
    }

    @Test func anInvalidRequestIsCaught() async throws {
        let world = try HealthWorld()
        world.prompt = .answering { _ in throw HKError(.errorUserCanceled) }
        let alert = await save(176, with: DataStoreManager(world.app()))
        #expect(alert == "Error \(HKError.errorDomain) \(HKError.Code.errorUserCanceled.rawValue)")
    }

    @Test func aFailedSaveIsCaught() async throws {
        let world = try HealthWorld()
        let manager = DataStoreManager(world.app())
        try world.grant(share: [type], read: [type], to: manager.healthStore)
        world.failNext(.save, with: .errorDatabaseInaccessible)
        let alert = await save(176, with: manager)
        #expect(alert == "Error \(HKError.errorDomain) \(HKError.Code.errorDatabaseInaccessible.rawValue)")
    }

    /// Runs the handler of the article's button, and returns the shown string.
    /// - Parameter seconds: The time of the measurement, from the first one on.
    private func save(
        _ centimetres: Double, at seconds: TimeInterval = 0, with manager: DataStoreManager
    ) async -> String {
        let date = Date(timeIntervalSince1970: 1_700_000_000 + seconds)
        let sample = HKQuantitySample(
            type: type, quantity: HKQuantity(unit: .meter(), doubleValue: centimetres / 100), start: date, end: date)
        return await withCheckedContinuation { continuation in
            manager.availableType(type).then {
                manager.writeSample(sample)
            }.then {
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume(returning: "Saved!")
            }.catch { error in
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume(returning: "Error \((error as NSError).domain) \((error as NSError).code)")
            }
        }
    }
}
