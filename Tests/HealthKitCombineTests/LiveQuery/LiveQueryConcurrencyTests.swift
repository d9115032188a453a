// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import Synchronization
import TestTimeLimits
import Testing

@testable import HealthKitCombine

/// Tests of live queries of the store whose results are provided by asynchronous code.
@Suite(.timeLimit(.usual)) struct LiveQueryConcurrencyTests {
    private let world: HealthWorld
    private let store: HKHealthStore

    init() throws {
        world = try HealthWorld()
        store = world.app()
    }

    @Test func readsOnceAtATime() async throws {
        let steps = HKQuantityType(.stepCount)
        try world.grant(share: [steps], read: [steps], to: store)
        let reads = Tally()
        let running = Mutex(0)
        let watcher = Watcher<Int>(.unlimited)
        LiveQuery(of: store, observing: [steps]) { store in
            let overlaps = running.withLock { running in
                running += 1
                return running > 1
            }
            #expect(!overlaps)
            reads.add()
            let count = try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: steps)], sortDescriptors: []
            ).result(for: store).count
            running.withLock { $0 -= 1 }
            return count
        }.subscribe(watcher)
        for _ in 0..<50 { try world.add(HKQuantitySample.fixture(.stepCount, 1)) }
        let values = await watcher.wait(last: 50)
        #expect(values == values.sorted())
        #expect(reads.count <= 51)
        watcher.cancel()
    }

    @Test func cancellingCancelsTheWaitingTask() async throws {
        let began = Watcher<Int>(.unlimited)
        let (beganSource, ended) = (HandSource(isAsked: false), Watcher<Int>(.unlimited))
        let endedSource = HandSource(isAsked: false)
        LiveQuery { beganSource }.subscribe(began)
        LiveQuery { endedSource }.subscribe(ended)
        let watcher = Watcher<Int>(.unlimited)
        LiveQuery(of: store, observing: []) { _ in
            beganSource.run?.accept(1)
            // Only a cancellation ends this wait.
            await EventLog<Void>().wait(count: 1)
            endedSource.run?.accept(1)
            return 1
        }.subscribe(watcher)
        await began.wait(count: 1)
        watcher.cancelForGood()
        await ended.wait(count: 1)
        #expect(watcher.values == [])
        #expect(!watcher.history.isBroken)
    }

    /// If a task returns immediately, the next task is created before the creator of the first one continues; cancelling
    /// cancels the next one.
    @Test func cancellingCancelsTheRunningTask() async throws {
        for _ in 0..<2_000 {
            let (tasks, asked) = (Tally(), Guarded<LiveQueryRun<Int>?>(nil))
            let (began, ended) = (HandSource(isAsked: false), HandSource(isAsked: false))
            let (hasBegun, hasEnded) = (Watcher<Int>(.unlimited), Watcher<Int>(.unlimited))
            LiveQuery { began }.subscribe(hasBegun)
            LiveQuery { ended }.subscribe(hasEnded)
            let source = StoreSource<Int>(
                of: store.context, ChangeInterest(),
                .task {
                    if tasks.add() == 1 {
                        asked.withLock { $0 }?.change()
                        return 1
                    }
                    began.run?.accept(1)
                    // Only a cancellation ends this wait.
                    await EventLog<Void>().wait(count: 1)
                    ended.run?.accept(1)
                    return 2
                })
            let run = LiveQueryRun(source, isShared: false)
            asked.withLock { $0 = run }
            let watcher = Watcher<Int>(.unlimited)
            run.welcome(try #require(run.join(AnySubscriber(watcher))))
            await hasBegun.wait(count: 1)
            watcher.cancelForGood()
            await hasEnded.wait(count: 1)
            if Task.isCancelled { return }
        }
    }

    @Test func errorsPassAsTheyAre() async throws {
        struct Own: Error {}
        let watcher = Watcher<Int>(.max(1))
        LiveQuery<Int>(of: store, observing: []) { _ in throw Own() }.subscribe(watcher)
        let history = await watcher.wait { $0.isFinished }
        #expect(history.error is Own)
    }

    /// Changes of each kind of type are reported.
    @Test func everyKindOfTypeIsObserved() async throws {
        let cases: [(HKObjectType, () throws -> Void)] = [
            (HKQuantityType(.heartRate), { try world.add(HKQuantitySample.fixture(.heartRate)) }),
            (HKCategoryType(.sleepAnalysis), { try world.add(HKCategorySample.fixture(.sleepAnalysis)) }),
            (HKCorrelationType(.bloodPressure), { try world.add(HKCorrelation.bloodPressureFixture()) }),
            (.workoutType(), { try world.add(HKWorkout.fixture()) }),
            (HKCharacteristicType(.bloodType), { try world.setBloodType(.aPositive) }),
            (
                HKObjectType.activitySummaryType(),
                { try world.add(HKActivitySummary.fixture(day: DateComponents(year: 2024, month: 1, day: 1))) }
            ),
            (HKObjectType.userAnnotatedMedicationType(), { try world.add([HKUserAnnotatedMedication.fixture()]) }),
        ]
        for (type, change) in cases {
            let reads = Tally()
            let watcher = Watcher<Int>(.unlimited)
            LiveQuery(of: store, observing: [type]) { _ in reads.add() }.subscribe(watcher)
            await watcher.wait(count: 1)
            try change()
            await watcher.wait(count: 2)
            try world.grant(read: [HKQuantityType(.heartRate)], to: store)
            await watcher.wait(count: 3)
            watcher.cancel()
        }
    }

    /// Every type has the topics by which its changes are reported, including types without samples and types that change
    /// without a saved sample.
    @Test func interestOfEveryType() throws {
        for facts in HealthTypes.all {
            let type = try #require(HKObjectType.named(facts.identifier))
            let interest = ChangeInterest(reading: [type])
            #expect(interest.topics.contains(.permissions))
            #expect((type is HKSampleType) == interest.types.contains(type.identifier), "\(type.identifier)")
            let topic: ChangeRange.Topic? =
                switch facts.kind {
                case .characteristic: .characteristics
                case .activitySummary: .summaries
                case .userAnnotatedMedication, .medicationDoseEvent: .medications
                case .workout: .relations
                // Samples of copies of workouts do not count in sums.
                case .quantity where EffortCopies.isSummed(facts.identifier): .efforts
                default: facts.identifier.contains("EffortScore") ? .relations : nil
                }
            #expect(interest.topics.subtracting([.permissions]) == (topic.map { [$0] } ?? []), "\(type.identifier)")
        }
    }
}
