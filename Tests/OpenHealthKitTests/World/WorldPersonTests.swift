// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct WorldPersonTests {
    private let steps = HKQuantityType(.stepCount)

    @Test func authorizationIsAnsweredAsConfigured() async throws {
        let world = try HealthWorld()
        let mass = HKQuantityType(.bodyMass)
        world.prompt = .rule { _, type, isSharing in type == HKQuantityType(.stepCount) && isSharing }
        let store = world.app()
        try await store.requestAuthorization(toShare: [steps, mass], read: [steps])
        #expect(store.authorizationStatus(for: steps) == .sharingAuthorized)
        #expect(store.authorizationStatus(for: mass) == .sharingDenied)
        let request = try #require(world.requests.first)
        #expect(request.app.identifier == "org.example.app")
        #expect(request.share == [steps, mass])
        #expect(request.read == [steps])
        world.prompt = .answering { _ in throw HKError(.errorUserCanceled) }
        await #expect {
            try await store.requestAuthorization(toShare: [], read: [mass])
        } throws: {
            ($0 as? HKError)?.code == .errorUserCanceled
        }
    }

    @Test func readingCanBeLimited() async throws {
        let world = try HealthWorld()
        let store = world.app()
        try world.addDays(10, of: .stepCount) { Double($0) }
        // The date is in whole seconds, because the store changes a date by up to a quarter of a microsecond.
        let since = Date(timeIntervalSince1970: (world.clock.now.timeIntervalSince1970 - 2.5 * 86_400).rounded())
        try world.limit(read: [steps], since: since, for: store)
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: steps)], sortDescriptors: [SortDescriptor(\.startDate)])
        let samples = try await descriptor.result(for: store)
        #expect((2...3).contains(samples.count))
        #expect(samples.allSatisfy { $0.startDate >= since })
        #expect(try await store.earliestAuthorizedSampleDate(for: [steps])[steps] == since)
        try world.deny(read: [steps], to: store)
        #expect(try await descriptor.result(for: store).isEmpty)
    }

    @Test func listsOfTheWorldAreFilled() async throws {
        let world = try HealthWorld()
        let store = world.app()
        try world.grant(
            read: [HKObjectType.activitySummaryType(), HKObjectType.userAnnotatedMedicationType()], to: store)
        try world.add(HKActivitySummary.fixture(day: DateComponents(era: 1, year: 2024, month: 2, day: 29)))
        try world.add(HKActivitySummary.fixture(day: DateComponents(), energy: (1, goal: 2)))
        let summaries = try await HKActivitySummaryQueryDescriptor(predicate: nil).result(for: store)
        #expect(summaries.count == 2)
        #expect(summaries.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) }.sorted() == [1, 420])
        try world.add([HKUserAnnotatedMedication.fixture(nickname: "Blue ones", isArchived: true)])
        #expect(try world.database.apps.all().contains { $0.identifier == "org.example.app" })
    }
}
