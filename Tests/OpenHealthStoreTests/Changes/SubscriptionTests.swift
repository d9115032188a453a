// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import Synchronization
import Testing

@testable import OpenHealthStore

@Suite struct SubscriptionTests {
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    private static let heartRate = HKQuantityTypeIdentifier.heartRate.rawValue

    private static func bump(_ database: HealthDatabase, _ topic: ChangeRange.Topic) throws {
        try database.write { db in
            try db.execute(
                sql: "INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
                arguments: [topic.rawValue])
        }
    }

    /// Returns a store in a file, and one in memory.
    private static func stores() throws -> [(database: HealthDatabase, keep: ScratchStore?)] {
        let scratch = try ScratchStore()
        return [(scratch.database, scratch), (try .inMemory(), nil)]
    }

    @Test func reportsSavesAndDeletions() async throws {
        for (database, _) in try Self.stores() {
            let heard = Heard()
            let subscription = try database.subscribe(heard.add)
            let sample = MadeSamples.steps(1, from: 0)
            try database.save([sample, MadeSamples.heartRate(60, at: 1)], source: MadeSamples.app)
            await heard.wait(through: 2)
            #expect(heard.ranges == [ChangeRange(after: 0, through: 2, types: [Self.steps, Self.heartRate])])
            try database.delete([sample.uuid])
            await heard.wait(through: 3)
            #expect(heard.ranges.last == ChangeRange(after: 2, through: 3, types: [Self.steps]))
            subscription.cancel()
        }
    }

    @Test func reportsTopics() async throws {
        for (database, _) in try Self.stores() {
            let heard = Heard()
            let subscription = try database.subscribe(heard.add)
            for (number, topic) in ChangeRange.Topic.allCases.enumerated() {
                try Self.bump(database, topic)
                await heard.wait { $0.count == number + 1 }
                #expect(heard.ranges.last == ChangeRange(after: 0, through: 0, topics: [topic]))
            }
            subscription.cancel()
        }
    }

    @Test func startsAfterAnAnchor() async throws {
        for (database, _) in try Self.stores() {
            try database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
            try Self.bump(database, .permissions)
            try database.save([MadeSamples.heartRate(60, at: 1)], source: MadeSamples.app)
            let heard = (0..<4).map { _ in Heard() }
            let subscriptions = try [0, 1, 2, 900].enumerated().map { number, anchor in
                try database.subscribe(after: anchor, heard[number].add)
            }
            await heard[0].wait(through: 2)
            await heard[1].wait(through: 2)
            #expect(heard[0].ranges == [ChangeRange(after: 0, through: 2, types: [Self.steps, Self.heartRate])])
            #expect(heard[1].ranges == [ChangeRange(after: 1, through: 2, types: [Self.heartRate])])
            try database.save([MadeSamples.steps(1, from: 2)], source: MadeSamples.app)
            for (number, heard) in heard.enumerated() {
                await heard.wait(through: 3)
                heard.expectContiguous(from: Int64(min(number, 2)), through: 3)
            }
            for subscription in subscriptions { subscription.cancel() }
        }
    }

    @Test func reportsChangesAfterAnImport() async throws {
        let store = try ScratchStore()
        let heard = Heard()
        let subscription = try store.database.subscribe(heard.add)
        let added = try store.importXML(
            """
            <HealthData><Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
            startDate="2024-03-10 08:00:00 +0100" endDate="2024-03-10 08:01:00 +0100" value="5"/></HealthData>
            """)
        #expect(try store.database.latestChange() == 1, "\(added)")
        await heard.wait(through: 1)
        #expect(heard.ranges.first { $0.through == 1 }?.types == [Self.steps])
        heard.expectContiguous(from: 0, through: 1)
        subscription.cancel()
    }

    @Test func reportsNothingForUnchangedWrites() async throws {
        let store = try ScratchStore()
        let heard = Heard()
        let subscription = try store.database.subscribe(heard.add)
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        await heard.wait(through: 1)
        try store.database.write { db in try db.execute(sql: "INSERT INTO setting VALUES ('a', 'b')") }
        #expect(throws: (any Error).self) {
            try store.database.write { db in
                try db.execute(sql: "UPDATE counter SET value = 77 WHERE name = 'change'")
                throw StoreError.inconsistent("made for a test")
            }
        }
        try store.database.save([MadeSamples.steps(1, from: 1)], source: MadeSamples.app)
        await heard.wait(through: 2)
        #expect(heard.ranges.count == 2)
        heard.expectContiguous(from: 0, through: 2)
        subscription.cancel()
    }

    @Test func rapidCommitsFromTwoInstances() async throws {
        let store = try ScratchStore()
        let other = try HealthDatabase(url: store.database.url)
        let (here, there) = (Heard(), Heard())
        let subscriptions = [try store.database.subscribe(here.add), try other.subscribe(there.add)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for database in [store.database, other] {
                group.addTask {
                    for number in 0..<100 {
                        try database.save([MadeSamples.steps(1, from: Double(number))], source: MadeSamples.app)
                    }
                }
            }
            try await group.waitForAll()
        }
        for heard in [here, there] {
            await heard.wait(through: 200)
            heard.expectContiguous(from: 0, through: 200)
            #expect(heard.ranges.allSatisfy { $0.types == [Self.steps] && $0.topics.isEmpty })
        }
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test func stopsFromWithinItsHandler() async throws {
        for (database, _) in try Self.stores() {
            let (heard, all) = (Heard(), Heard())
            let held = Mutex<ChangeSubscription?>(nil)
            let subscription = try database.subscribe { range in
                heard.add(range)
                held.withLock { $0 }?.cancel()
            }
            held.withLock { $0 = subscription }
            let other = try database.subscribe(all.add)
            for number in 0..<20 {
                try database.save([MadeSamples.steps(1, from: Double(number))], source: MadeSamples.app)
                await all.wait(through: Int64(number) + 1)
            }
            #expect(heard.ranges.count == 1)
            all.expectContiguous(from: 0, through: 20)
            other.cancel()
            held.withLock { $0 = nil }
        }
    }

    /// Subscriptions start and end during writes, including from within handlers.
    @Test func subscriptionsStartAndEnd() async throws {
        for (database, _) in try Self.stores() {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<60 {
                        try database.save([MadeSamples.steps(1, from: Double(number))], source: MadeSamples.app)
                    }
                }
                for _ in 0..<3 {
                    group.addTask { for _ in 0..<40 { try await Self.visit(database) } }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func visit(_ database: HealthDatabase) async throws {
        let before = try database.latestChange()
        let heard = Heard()
        let inner = Mutex<ChangeSubscription?>(nil)
        let subscription = try database.subscribe(after: before) { range in
            heard.add(range)
            let another = try? database.subscribe { _ in }
            inner.withLock { $0 = another }
        }
        if try database.latestChange() > before { await heard.wait { !$0.isEmpty } }
        subscription.cancel()
        var place = before
        for range in heard.ranges {
            #expect(range.after == place)
            place = range.through
        }
    }

    @Test func retainsNothing() async throws {
        let store = try ScratchStore()
        weak var gone: HealthDatabase?
        var kept: ChangeSubscription?
        do {
            let database = try HealthDatabase(url: store.database.url)
            gone = database
            kept = try database.subscribe { _ in }
        }
        #expect(gone == nil)
        withExtendedLifetime(kept) {}
        kept = nil
    }
}
