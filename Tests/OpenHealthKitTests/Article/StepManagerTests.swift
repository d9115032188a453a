// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

@Suite struct StepManagerTests {
    @Test func stepsOfTheLastWeekAreAddedUp() async throws {
        let world = try HealthWorld()
        let manager = world.run(as: world.app("org.example.steps")) { StepManager() }
        try await manager.requestAccess()
        try world.addDays(28, of: .stepCount) { day in day < 21 ? 9_999 : 1_000 }

        let week = Calendar.current.date(byAdding: .day, value: -6, to: Calendar.current.startOfDay(for: .now))!
        #expect(try await manager.total(since: week) == 7_000)
    }

    @Test func permissionIsNotRequestedAgainAfterARefusal() async throws {
        let world = try HealthWorld()
        world.prompt = .deny
        let manager = world.run(as: world.app()) { StepManager() }
        try await manager.requestAccess()
        try await manager.requestAccess()
        #expect(world.requests.count == 1)

        try world.addDays(7, of: .stepCount) { _ in 1_000 }
        #expect(try await manager.total(since: .distantPast) == 0)
        await #expect(throws: StepManager.Problem.notAllowed) { try await manager.add(10, at: .now) }
    }

    @Test func permissionCanBeWithdrawn() async throws {
        let world = try HealthWorld()
        let app = world.app()
        let manager = world.run(as: app) { StepManager() }
        try await manager.requestAccess()
        try await manager.add(10, at: .now)
        try world.revoke(from: app)
        await #expect(throws: StepManager.Problem.notAllowed) { try await manager.add(10, at: .now) }
    }

    @Test func aFailedSaveIsReported() async throws {
        let world = try HealthWorld()
        let manager = world.run(as: world.app()) { StepManager() }
        try await manager.requestAccess()
        world.failNext(.save, with: .errorDatabaseInaccessible)
        await #expect(throws: StepManager.Problem.notNow) { try await manager.add(10, at: .now) }
        try await manager.add(10, at: .now)
        #expect(try await manager.total(since: .distantPast) == 10)
    }

    @Test func changesAreObserved() async throws {
        let world = try HealthWorld()
        let manager = world.run(as: world.app()) { StepManager() }
        try await manager.requestAccess()
        let calls = QueryRecorder<Bool>()
        manager.follow { calls.record(true) }
        _ = try await calls.next()

        try world.addDays(1, of: .stepCount, from: "org.example.watch") { _ in 500 }
        _ = try await calls.next()
        #expect(try await manager.total(since: .distantPast) == 500)
    }

    @Test func aChartLineNeedsNoDatabase() {
        let watch = HKSource.fixture("Watch", bundleIdentifier: "org.example.watch")
        let statistics = HKStatistics.fixture(
            .stepCount, sum: 1_234, sources: [watch: .fixture(.stepCount, sum: 1_234)])
        #expect(StepManager.line(for: statistics) == "1234 steps from 1 sources")
    }
}
