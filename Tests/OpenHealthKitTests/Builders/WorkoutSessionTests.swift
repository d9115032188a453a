// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct WorkoutSessionTests {
    /// A delegate that records the calls of a session and its builder.
    final class Listener: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate, Sendable {
        let calls = Calls<String>()

        func workoutSession(
            _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
            from fromState: HKWorkoutSessionState, date: Date
        ) { calls.add("\(fromState) to \(toState) at \(Int(date.timeIntervalSince(Sample.day)))") }

        func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
            calls.add("failed \((error as? HKError)?.code.rawValue ?? -1)")
        }

        func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {
            calls.add("event \(event.type)")
        }

        func workoutSession(
            _ workoutSession: HKWorkoutSession, didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration,
            date: Date
        ) { calls.add("activity begins") }

        func workoutSession(
            _ workoutSession: HKWorkoutSession, didEndActivityWith workoutConfiguration: HKWorkoutConfiguration,
            date: Date
        ) { calls.add("activity ends") }

        func workoutBuilder(
            _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
        ) { calls.add("collected \(collectedTypes.map(\.identifier).sorted().joined(separator: ","))") }

        func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) { calls.add("builder event") }

        func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity) {
            calls.add("builder begins \(workoutActivity.workoutConfiguration.activityType.rawValue)")
        }

        func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {
            calls.add("builder ends \(workoutActivity.endDate != nil)")
        }

        func workoutBuilder(
            _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone update: HKLiveWorkoutZoneUpdate
        ) {
            let former = update.previousZoneDuration.map { "\($0.zone.index)" } ?? "none"
            calls.add("zone \(former) to \(update.currentZoneDuration?.zone.index ?? -1)")
        }
    }

    /// Returns a session whose clock is controlled by the test.
    private func session(_ kit: KitStore, _ clock: WorldClock, _ listener: Listener) async throws -> HKWorkoutSession {
        let store = kit.app("runner", .grant) { $0.clock = { clock.now } }
        try await store.requestAuthorization(toShare: Set(Training.all), read: Set(Training.all))
        let session = try HKWorkoutSession(healthStore: store, configuration: Training.configuration())
        session.delegate = listener
        return session
    }

    @Test func aSessionPassesThroughItsStates() async throws {
        let kit = try KitStore(.memory)
        let (clock, listener) = (WorldClock(now: Training.date(0)), Listener())
        let session = try await session(kit, clock, listener)
        let calls = listener.calls
        #expect(session.state == .notStarted && session.type == .primary && session.startDate == nil)
        session.pause()
        #expect(try await calls.next() == "failed 3")
        session.prepare()
        #expect(try await calls.next() == "notStarted to prepared at 0")
        session.startActivity(with: Training.date(10))
        #expect(try await calls.next() == "prepared to running at 10")
        #expect(session.startDate == Training.date(10) && session.currentActivity.startDate == Training.date(10))
        session.startActivity(with: nil)
        #expect(try await calls.next() == "failed 3")
        clock.now = Training.date(20)
        session.pause()
        #expect(try await calls.next() == "running to paused at 20")
        #expect(try await calls.next() == "event pause")
        clock.now = Training.date(30)
        session.resume()
        #expect(try await calls.next() == "paused to running at 30")
        #expect(try await calls.next() == "event resume")
        session.stopActivity(with: Training.date(40))
        #expect(try await calls.next() == "running to stopped at 40")
        session.resume()
        #expect(try await calls.next() == "failed 3")
        session.end()
        #expect(try await calls.next() == "stopped to ended at 30")
        #expect(session.endDate == Training.date(40) && session.state == .ended)
        session.end()
        #expect(try await calls.next() == "failed 3")
    }

    @Test(arguments: KitPlace.allCases) func aLiveWorkoutCollectsSamplesOfOthers(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let (clock, listener) = (WorldClock(now: Training.date(0)), Listener())
        let session = try await session(kit, clock, listener)
        let strap = try await kit.allowed("strap", Training.all)
        try await strap.save([Training.pulse(-5, 60), Training.pulse(2, 90)])
        let builder = session.associatedWorkoutBuilder()
        #expect(session.associatedWorkoutBuilder() === builder && builder.workoutSession === session)
        let source = HKLiveWorkoutDataSource(
            healthStore: strap, workoutConfiguration: session.workoutConfiguration)
        #expect(source.typesToCollect.contains(Training.distance) && source.typesToCollect.contains(Sample.pulse))
        #expect(!source.typesToCollect.contains(Sample.steps))
        source.disableCollection(for: HKQuantityType(.basalEnergyBurned))
        builder.dataSource = source
        builder.delegate = listener
        let zones = try HKWorkoutZoneConfiguration(
            quantityType: Sample.pulse, zoneBoundaries: [HKQuantity(unit: Training.perMinute, doubleValue: 120)])
        try await builder.setCustomZoneConfiguration(zones, for: Sample.pulse)
        session.startActivity(with: Training.date(0))
        let calls = listener.calls
        #expect(try await calls.next() == "notStarted to running at 0")
        clock.now = Training.date(3)
        try await builder.beginCollection(at: Training.date(0))
        // Existing samples from the beginning of the collection are collected.
        #expect(try await calls.next() == "collected \(Sample.pulse.identifier)")
        #expect(try await calls.next() == "zone none to 0")
        clock.now = Training.date(15)
        try await strap.save(Training.pulse(10, 130))
        #expect(try await calls.next() == "collected \(Sample.pulse.identifier)")
        #expect(try await calls.next() == "zone 0 to 1")
        #expect(builder.elapsedTime == 15)
        clock.now = Training.date(20)
        session.pause()
        var told = Set([try await calls.next(), try await calls.next(), try await calls.next()])
        #expect(told == ["running to paused at 20", "event pause", "builder event"])
        clock.now = Training.date(30)
        #expect(builder.elapsedTime == 20)
        session.resume()
        told = Set([try await calls.next(), try await calls.next(), try await calls.next()])
        #expect(told == ["paused to running at 30", "event resume", "builder event"])
        // Three samples do not count: one in the pause, one of a type that is not collected, and one before the beginning. The
        // fourth one counts.
        let energy = Training.energy(30, 40, 5)
        try await strap.save([Training.pulse(25, 200), Sample.steps(1), Training.pulse(-1, 40), energy])
        #expect(try await calls.next() == "collected \(Training.energy.identifier)")
        #expect(builder.statistics(for: Sample.pulse)?.maximumQuantity()?.doubleValue(for: Training.perMinute) == 130)
        source.enableCollection(for: Sample.steps, predicate: nil)
        builder.dataSource = source
        #expect(try await calls.next() == "collected \(Sample.steps.identifier)")
        try await strap.delete(energy)
        #expect(try await calls.next() == "collected \(Training.energy.identifier)")
        #expect(builder.statistics(for: Training.energy) == nil)
        clock.now = Training.date(50)
        session.end()
        #expect(try await calls.next() == "running to ended at 50")
        try await builder.endCollection(at: Training.date(120))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.duration == 110 && workout.workoutEvents?.count == 2)
        let pulses = try await HKSampleQueryDescriptor(
            predicates: [
                .quantitySample(type: Sample.pulse, predicate: HKQuery.predicateForObjects(from: workout))
            ], sortDescriptors: []
        ).result(for: strap)
        #expect(pulses.count == 2)
        #expect(workout.zoneGroup(for: Sample.pulse)?.zoneDurations.map(\.duration) == [8, 100])
    }

    @Test func activitiesOfASession() async throws {
        let kit = try KitStore(.memory)
        let (clock, listener) = (WorldClock(now: Training.date(0)), Listener())
        let session = try await session(kit, clock, listener)
        session.beginNewActivity(configuration: Training.configuration(), date: Training.date(0), metadata: nil)
        #expect(try await listener.calls.next() == "failed 3")
        session.startActivity(with: Training.date(0))
        let builder = session.associatedWorkoutBuilder()
        try await builder.beginCollection(at: Training.date(0))
        #expect(builder.currentWorkoutActivity == nil)
        session.beginNewActivity(
            configuration: Training.configuration(.swimming), date: Training.date(0), metadata: ["a": 1])
        #expect(session.currentActivity.workoutConfiguration.activityType == .swimming)
        #expect(builder.currentWorkoutActivity == session.currentActivity)
        session.beginNewActivity(
            configuration: Training.configuration(.cycling), date: Training.date(60), metadata: nil)
        session.endCurrentActivity(on: Training.date(100))
        #expect(
            builder.currentWorkoutActivity == nil
                && session.currentActivity.workoutConfiguration.activityType == .running)
        session.endCurrentActivity(on: Training.date(100))
        session.beginNewActivity(
            configuration: Training.configuration(.running), date: Training.date(100), metadata: nil)
        session.stopActivity(with: Training.date(160))
        session.end()
        try await builder.endCollection(at: Training.date(160))
        let workout = try #require(try await builder.finishWorkout())
        let activities = workout.workoutActivities
        #expect(activities.map(\.workoutConfiguration.activityType) == [.swimming, .cycling, .running])
        #expect(activities.map(\.duration) == [60, 40, 60] && activities[0].metadata?["a"] as? Int == 1)
        var told: [String] = []
        while told.last != "stopped to ended at 0" { told.append(try await listener.calls.next()) }
        #expect(told.filter { $0 == "activity begins" }.count == 3)
        #expect(told.filter { $0 == "activity ends" }.count == 3)
        #expect(told.contains("failed 3"))
    }

    @Test func aNewSessionEndsThePreviousOne() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        #expect(try await store.recoverActiveWorkoutSession() == nil)
        let (first, second) = (Listener(), Listener())
        let former = try HKWorkoutSession(healthStore: store, configuration: Training.configuration())
        former.delegate = first
        former.startActivity(with: Training.date(0))
        #expect(try await store.recoverActiveWorkoutSession() === former)
        let session = try HKWorkoutSession(healthStore: store, configuration: Training.configuration())
        session.delegate = second
        session.startActivity(with: Training.date(0))
        #expect(try await first.calls.next() == "notStarted to running at 0")
        #expect(try await first.calls.next() == "failed \(HKError.Code.errorAnotherWorkoutSessionStarted.rawValue)")
        #expect(try await first.calls.next().hasPrefix("running to ended"))
        #expect(former.state == .ended)
        let calls = Calls<HKWorkoutSession?>()
        store.recoverActiveWorkoutSession { found, _ in calls.add(found) }
        #expect(try await calls.next() === session)
        session.end()
        #expect(try await store.recoverActiveWorkoutSession() == nil)
        // The sessions of other apps' stores are separate.
        let other = try HKWorkoutSession(
            healthStore: try await kit.allowed("b", Training.all), configuration: Training.configuration())
        other.prepare()
        #expect(try await store.recoverActiveWorkoutSession() == nil)
        other.end()
    }

    @Test func swimmingWorkoutsHaveALapLength() async throws {
        let store = try KitStore(.memory).app()
        let pool = Training.configuration(.swimming)
        pool.swimmingLocationType = .pool
        await expect(.errorInvalidArgument) { try HKWorkoutSession(healthStore: store, configuration: pool) }
        pool.lapLength = HKQuantity(unit: .second(), doubleValue: 25)
        await expect(.errorInvalidArgument) { try HKWorkoutSession(healthStore: store, configuration: pool) }
        pool.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
        let session = try HKWorkoutSession(healthStore: store, configuration: pool)
        let data = try NSKeyedArchiver.archivedData(withRootObject: session, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkoutSession.self, from: data))
        #expect(back.workoutConfiguration == pool && back.state == .notStarted)
    }
}
