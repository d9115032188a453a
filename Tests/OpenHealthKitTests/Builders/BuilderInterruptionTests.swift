// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel
import OpenHealthStore
import Synchronization
import TestTimeLimits
import Testing

@testable import OpenHealthKit

/// Tests of concurrent actions while a builder is active.
@Suite(.timeLimit(.usual)) struct BuilderInterruptionTests {
    private static let other = ProvenanceData(sourceName: "Other", bundleIdentifier: "org.example.other")

    private func samples(_ store: HKHealthStore, _ type: HKQuantityType) async throws -> [HKQuantitySample] {
        try await HKSampleQueryDescriptor(predicates: [.quantitySample(type: type)], sortDescriptors: [])
            .result(for: store)
    }

    private func begun(_ store: HKHealthStore) async throws -> HKWorkoutBuilder {
        let builder = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
        try await builder.beginCollection(at: Training.date(0))
        return builder
    }

    // MARK: Routes

    @Test func aConfirmedRouteIsSavedWithItsWorkout() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        for round in 0..<30 {
            let builder = try await begun(store)
            let route = try #require(builder.seriesBuilder(for: Training.route) as? HKWorkoutRouteBuilder)
            let calls = Calls<Bool>()
            // The calls are not awaited: only the order of the requests applies.
            for second in 0..<20 {
                route.insertRouteData([Training.place(Double(second))]) { done, _ in calls.add(done) }
            }
            builder.endCollection(withEnd: Training.date(100)) { done, _ in calls.add(done) }
            let workout = try #require(try await builder.finishWorkout(), "round \(round)")
            for _ in 0..<21 { #expect(try await calls.next()) }
            let routes = try await HKSampleQueryDescriptor(
                predicates: [.workoutRoute(HKQuery.predicateForObjects(from: workout))], sortDescriptors: []
            ).result(for: store)
            #expect(routes.map(\.count) == [20], "round \(round)")
            await expect(.errorInvalidArgument) { try await route.insertRouteData([Training.place(50)]) }
        }
    }

    @Test func aRouteRequestedTooLateHasEnded() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let finished = try await begun(store)
        try await finished.endCollection(at: Training.date(9))
        _ = try await finished.finishWorkout()
        let discarded = try await begun(store)
        discarded.discardWorkout()
        for builder in [finished, discarded] {
            let route = try #require(builder.seriesBuilder(for: Training.route) as? HKWorkoutRouteBuilder)
            await expect(.errorInvalidArgument) { try await route.insertRouteData([Training.place(1)]) }
        }
    }

    // MARK: Series of readings

    private func series(_ store: HKHealthStore) throws -> HKQuantitySeriesSampleBuilder {
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: store, quantityType: Sample.pulse, startDate: Training.date(0), device: nil)
        for second in [1.0, 2] { try insert(builder, second) }
        return builder
    }

    private func insert(_ builder: HKQuantitySeriesSampleBuilder, _ second: Double) throws {
        try builder.insert(HKQuantity(unit: Training.perMinute, doubleValue: 60 + second), at: Training.date(second))
    }

    @Test func readingsAreRefusedWhileASeriesIsSaved() async throws {
        let (kit, interruption) = (try KitStore(.memory), Interruption())
        let store = try await interruption.app(kit)
        let builder = try series(store)
        let refused = Mutex(0)
        interruption.before(.save) {
            do {
                try insert(builder, 3)
            } catch let error as HKError where error.code == .errorInvalidArgument {
                refused.withLock { $0 += 1 }
            }
            throw HKError(.errorDatabaseInaccessible)
        }
        await expect(.errorDatabaseInaccessible) { try await builder.finishSeries(metadata: nil) }
        #expect(refused.withLock { $0 } == 1)
        // The series can be continued after an error.
        try insert(builder, 3)
        #expect(try await builder.finishSeries(metadata: nil).first?.count == 3)
    }

    @Test func aSeriesDiscardedDuringItsSaveStaysDiscarded() async throws {
        let (kit, interruption) = (try KitStore(.memory), Interruption())
        let store = try await interruption.app(kit)
        let builder = try series(store)
        interruption.before(.save) {
            builder.discard()
            throw HKError(.errorDatabaseInaccessible)
        }
        await expect(.errorDatabaseInaccessible) { try await builder.finishSeries(metadata: nil) }
        await expect(.errorInvalidArgument) { try insert(builder, 3) }
        await expect(.errorInvalidArgument) { try await builder.finishSeries(metadata: nil) }
    }

    // MARK: Workouts

    @Test func aWorkoutDiscardedDuringItsSaveStaysDiscarded() async throws {
        let (kit, interruption) = (try KitStore(.memory), Interruption())
        let builder = try await begun(try await interruption.app(kit))
        try await builder.endCollection(at: Training.date(9))
        interruption.before(.save) {
            builder.discardWorkout()
            throw HKError(.errorDatabaseInaccessible)
        }
        await expect(.errorDatabaseInaccessible) { try await builder.finishWorkout() }
        await expect(.errorInvalidArgument) { try await builder.finishWorkout() }
        await expect(.errorInvalidArgument) { try await builder.addMetadata(["a": 1]) }
    }

    @Test func aSampleSavedMeanwhileIsNotSavedTwice() async throws {
        let (kit, interruption) = (try KitStore(.memory), Interruption())
        let store = try await interruption.app(kit)
        let builder = try await begun(store)
        let pulses = [Training.pulse(1, 60), Training.pulse(2, 61)]
        interruption.before(.save) { try kit.database.save([pulses[0]], source: Self.other) }
        try await builder.addSamples(pulses)
        #expect(interruption.isOver)
        #expect(try await samples(store, Sample.pulse).count == 2)
        let workout = try #require(try await Training.saved(in: store))
        let score = Training.score(Training.effort, 7)
        interruption.before(.save) { try kit.database.save([score], source: Self.other) }
        // It is the sample of the other app then.
        await expect(.errorAuthorizationDenied) {
            try await store.relateWorkoutEffortSample(score, with: workout, activity: nil)
        }
        #expect(interruption.isOver)
        #expect(try await samples(store, Training.effort) == [score])
    }

    @Test func aSampleDeletedMeanwhileStaysDeleted() async throws {
        let (kit, interruption) = (try KitStore(.memory), Interruption())
        let store = try await interruption.app(kit)
        let builder = try await begun(store)
        let pulses = [Training.pulse(1, 60), Training.pulse(2, 61)]
        try await builder.addSamples(pulses)
        try await builder.endCollection(at: Training.date(9))
        interruption.before(.save) { try kit.database.delete([pulses[0].uuid]) }
        let workout = try #require(try await builder.finishWorkout())
        #expect(interruption.isOver)
        #expect(try await samples(store, Sample.pulse) == [pulses[1]])
        let members = try await HKSampleQueryDescriptor(
            predicates: [
                .quantitySample(type: Sample.pulse, predicate: HKQuery.predicateForObjects(from: workout))
            ], sortDescriptors: []
        ).result(for: store)
        #expect(members == [pulses[1]])
    }

    // MARK: Sessions

    @Test func anEndedSessionIsNotTheActiveOne() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        func session() throws -> HKWorkoutSession {
            try HKWorkoutSession(healthStore: store, configuration: Training.configuration())
        }
        let (ended, next) = (try session(), try session())
        ended.startActivity(with: Training.date(0))
        #expect(WorkoutSessions.active(in: store.context) === ended)
        ended.end()
        // The last step of pausing a session, if the session ended in between.
        WorkoutSessions.begin(ended, in: store.context)
        #expect(WorkoutSessions.active(in: store.context) == nil)
        next.startActivity(with: Training.date(0))
        WorkoutSessions.begin(ended, in: store.context)
        #expect(next.state == .running)
        #expect(WorkoutSessions.active(in: store.context) === next)
        next.end()
    }

    // Unchecked because its superclass is; the counter is behind a mutex.
    private final class CountingSource: HKLiveWorkoutDataSource, @unchecked Sendable {
        let count = Mutex(0)

        override var typesToCollect: Set<HKQuantityType> {
            count.withLock { $0 += 1 }
            return super.typesToCollect
        }
    }

    /// Discards a workout at the first read after its collection has started, which is that of the zones. The app can read
    /// other data before.
    private static func discard(_ builder: HKLiveWorkoutBuilder, with interruption: Interruption) {
        interruption.before(.read) {
            if builder.recording.withLock({ $0.phase == .collecting }) {
                builder.discardWorkout()
            } else {
                discard(builder, with: interruption)
            }
        }
    }

    @Test func aWorkoutDiscardedAtItsStartReceivesNoChanges() async throws {
        let (kit, interruption) = (try KitStore(.memory), Interruption())
        let store = try await interruption.app(kit)
        for isDiscarded in [false, true] {
            let session = try HKWorkoutSession(healthStore: store, configuration: Training.configuration())
            let builder = session.associatedWorkoutBuilder()
            let source = CountingSource(healthStore: store, workoutConfiguration: nil)
            builder.dataSource = source
            if isDiscarded { Self.discard(builder, with: interruption) }
            try await builder.beginCollection(at: Training.date(0))
            #expect(interruption.isOver)
            let told = Calls<Int64>()
            let subscription = try kit.database.subscribe { told.add($0.through) }
            // When the second change is reported, the first has been reported to all subscribers.
            for _ in 0..<2 {
                try kit.database.save([Training.pulse(5, 60)], source: Self.other)
                let place = try kit.database.latestChange()
                while try await told.next() < place {}
            }
            #expect((source.count.withLock { $0 } == 0) == isDiscarded)
            subscription.cancel()
            builder.discardWorkout()
        }
    }
}
