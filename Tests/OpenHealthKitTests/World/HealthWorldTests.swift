// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct HealthWorldTests {
    private let steps = HKQuantityType(.stepCount)
    private let mass = HKQuantityType(.bodyMass)

    @Test func aTestMovesTheClock() throws {
        let world = try HealthWorld(now: Date(timeIntervalSince1970: 1_000))
        world.clock.advance(by: 60)
        #expect(world.clock.now == Date(timeIntervalSince1970: 1_060))
        world.clock.advance(by: DateComponents(day: 1), in: Calendar(identifier: .iso8601))
        #expect(world.clock.now.timeIntervalSince1970 >= 1_060 + 23 * 3_600)
        world.clock.now = Date(timeIntervalSince1970: 5)
        #expect(world.clock.now == Date(timeIntervalSince1970: 5))
    }

    @Test func appsShareADatabaseWithSeparatePermissions() throws {
        let world = try HealthWorld()
        let (reader, writer) = (world.app("org.example.reader"), world.app("org.example.writer"))
        #expect(world.app("org.example.reader") === reader)
        try world.grant(share: [steps], to: writer)
        try world.grant(read: [steps, mass], to: reader)
        try world.deny(share: [mass], read: [mass], to: reader)
        let date = Date(timeIntervalSince1970: 2_000_000)
        #expect(try permission(writer, steps) == AppPermission(share: .authorized))
        #expect(try permission(reader, steps) == AppPermission(read: .authorized))
        #expect(try permission(reader, mass) == AppPermission(share: .denied, read: .denied))
        try world.limit(read: [steps], since: date, for: reader)
        #expect(try permission(reader, steps) == AppPermission(read: .limited(since: date)))
        try world.revoke([steps], from: writer)
        #expect(try permission(writer, steps) == AppPermission(share: .denied, read: .denied))
        try world.forgetPermissions(of: reader)
        #expect(try permission(reader, steps) == AppPermission())
    }

    @Test func codeThatCreatesAStoreGetsTheWorldsStore() async throws {
        let world = try HealthWorld()
        let app = world.app()
        let other = try HealthWorld().app()
        let (first, inner) = world.run(as: app) {
            (HKHealthStore(), other.context === app.context ? nil : HKHealthStore())
        }
        #expect(first.context === app.context)
        #expect(inner?.context === app.context)
        let second = await world.run(as: app) {
            await Task.yield()
            return HKHealthStore()
        }
        #expect(second.context === app.context)
    }

    @Test func theDefaultSourceIsTheAppOfTheTest() async throws {
        let world = try HealthWorld()
        let app = world.app("org.example.steps", name: "Steps")
        let outside = HKSource.default()
        let source = world.run(as: app) { HKSource.default() }
        #expect(source.bundleIdentifier == "org.example.steps")
        #expect(source.name == "Steps")
        let later = await world.run(as: app) {
            await Task.yield()
            return HKSource.default()
        }
        #expect(later == source)
        #expect(HKSource.default() == outside)
    }

    @Test func onlySavedSamplesHaveABundleIdentifier() async throws {
        let world = try HealthWorld()
        let app = world.app("org.example.steps")
        try world.grant(share: [steps], read: [steps], to: app)
        let sample = world.run(as: app) {
            HKQuantitySample(
                type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 1), start: world.clock.now,
                end: world.clock.now)
        }
        #expect(sample.sourceRevision.source.bundleIdentifier.isEmpty)
        try await app.save(sample)
        #expect(sample.sourceRevision.source.bundleIdentifier.isEmpty)
        let saved = try await HKSampleQueryDescriptor(predicates: [.quantitySample(type: steps)], sortDescriptors: [])
            .result(for: app)
        #expect(saved.map(\.sourceRevision.source.bundleIdentifier) == ["org.example.steps"])
    }

    @Test func anAppOutlivesItsWorld() async throws {
        func orphan() throws -> HKHealthStore {
            let world = try HealthWorld()
            world.prompt = .deny
            return world.app()
        }
        let app = try orphan()
        try await app.requestAuthorization(toShare: [steps], read: [steps])
        #expect(app.authorizationStatus(for: steps) == .sharingDenied)
    }

    /// Apps often check the status before a query, whose failure a test wants.
    @Test func theAuthorizationStatusUsesUpNoPlannedFailure() async throws {
        let world = try HealthWorld()
        let app = world.app()
        try world.grant(share: [steps], read: [steps], to: app)
        world.failNext(.read, with: .errorDatabaseInaccessible)
        #expect(app.authorizationStatus(for: steps) == .sharingAuthorized)
        await #expect {
            try await HKStatisticsQueryDescriptor(
                predicate: .quantitySample(type: steps), options: .cumulativeSum
            ).result(for: app)
        } throws: { ($0 as? HKError)?.code == .errorDatabaseInaccessible }
        world.lockDatabase()
        #expect(app.authorizationStatus(for: steps) == .sharingAuthorized)
    }

    @Test func theNextOperationFailsAsRequested() async throws {
        let world = try HealthWorld()
        let (app, other) = (world.app("org.example.one"), world.app("org.example.two"))
        try world.grant(share: [steps], to: app)
        try world.grant(share: [steps], to: other)
        world.failNext(.save, with: .errorDatabaseInaccessible, times: 2, of: app)
        try save(other)
        for _ in 1...2 {
            #expect { try save(app) } throws: { ($0 as? HKError)?.code == .errorDatabaseInaccessible }
        }
        try save(app)
        world.failNext(.delete, with: .errorUserCanceled)
        world.failNext(.settings, with: .errorUserCanceled)
        world.clearFaults()
        await #expect { try await app.context.access().delete([]) } throws: {
            ($0 as? HKError)?.code == .errorInvalidArgument
        }
    }

    @Test func aLockedDatabaseAcceptsSavesAndReadsNothing() throws {
        let world = try HealthWorld()
        let app = world.app()
        try world.grant(share: [steps], read: [steps], to: app)
        world.lockDatabase(until: world.clock.now + 60)
        #expect { try permission(app, steps) } throws: { ($0 as? HKError)?.code == .errorDatabaseInaccessible }
        try save(app)
        world.clock.advance(by: 60)
        #expect(try permission(app, steps)?.share == .authorized)
        world.lockDatabase()
        #expect { try permission(app, steps) } throws: { ($0 as? HKError)?.code == .errorDatabaseInaccessible }
        world.unlockDatabase()
        #expect(try permission(app, steps)?.read == .authorized)
    }

    @Test(arguments: ["Europe/Berlin", "America/Los_Angeles", "Pacific/Auckland"])
    func daysEndToday(_ zone: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let now = try #require(calendar.date(from: DateComponents(year: 2024, month: 4, day: 10, hour: 9)))
        let world = try HealthWorld(now: now, calendar: calendar)
        let samples = try world.addDays(28, of: .stepCount) { Double($0) * 10 }
        #expect(samples.count == 28)
        #expect(samples.map { $0.quantity.doubleValue(for: .count()) } == (0..<28).map { Double($0) * 10 })
        #expect(Set(samples.map { calendar.startOfDay(for: $0.startDate) }).count == 28)
        #expect(samples.allSatisfy { calendar.component(.hour, from: $0.startDate) == 12 })
        #expect(calendar.isDate(try #require(samples.last).startDate, inSameDayAs: now))
        let nights = try world.addDays(3, of: .sleepAnalysis, duration: 600) { _ in
            HKCategoryValueSleepAnalysis.asleepCore.rawValue
        }
        #expect(nights.allSatisfy { $0.endDate.timeIntervalSince($0.startDate) == 600 })
        #expect(try world.database.types().reduce(0) { $0 + $1.count } == 31)
    }

    private func permission(_ store: HKHealthStore, _ type: HKObjectType) throws -> AppPermission? {
        try (store.context.access() as? LocalAccess)?.appAccess.permissions(for: [type])[type]
    }

    private func save(_ store: HKHealthStore) throws {
        let access = try #require(try store.context.access() as? LocalAccess)
        try access.appAccess.save([HKQuantitySample.fixture(.stepCount)])
    }
}
