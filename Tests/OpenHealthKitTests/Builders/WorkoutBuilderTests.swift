// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct WorkoutBuilderTests {
    @Test(arguments: KitPlace.allCases) func aWorkoutRecordedByAnApp(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed("runner", Training.all)
        let device = HKDevice(
            name: "Band", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
            softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
        let builder = HKWorkoutBuilder(
            healthStore: store, configuration: Training.configuration(.swimBikeRun), device: device)
        #expect(builder.startDate == nil && builder.elapsedTime(at: Training.date(10)) == 0)
        try await builder.beginCollection(at: Training.date(0))
        #expect(builder.startDate == Training.date(0))
        // One hour with a heart rate every five seconds, energy and distance every minute, and a pause of five minutes.
        for minute in 0..<60 {
            let from = Double(minute) * 60
            let pulses = (0..<12).map { Training.pulse(from + Double($0) * 5, 100 + Double(minute)) }
            try await builder.addSamples(
                pulses + [Training.energy(from, from + 60, 10), Training.distance(from, from + 60, 200)])
            if minute == 9 {
                #expect(
                    builder.statistics(for: Training.energy)?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 100)
                #expect(builder.statistics(for: Sample.steps) == nil)
            }
        }
        try await builder.addWorkoutEvents([Training.event(.pause, 1200), Training.event(.lap, 0, 600)])
        #expect(builder.elapsedTime(at: Training.date(1300)) == 1200)
        try await builder.addWorkoutEvents([Training.event(.resume, 1500)])
        #expect(builder.elapsedTime(at: Training.date(1600)) == 1300)
        let swim = HKWorkoutActivity(
            workoutConfiguration: Training.configuration(.swimming), start: Training.date(0), end: Training.date(1800),
            metadata: nil)
        let run = HKWorkoutActivity(
            workoutConfiguration: Training.configuration(.running), start: Training.date(1800), end: nil, metadata: nil)
        try await builder.addWorkoutActivity(run)
        try await builder.addWorkoutActivity(swim)
        #expect(builder.workoutActivities == [swim, run])
        try await builder.updateActivity(uuid: run.uuid, end: Training.date(3500))
        try await builder.updateActivity(uuid: run.uuid, adding: ["shoes": "red"])
        try await builder.addMetadata(["a": 1, "b": "x"])
        try await builder.addMetadata(["a": 2])
        let route = try #require(builder.seriesBuilder(for: Training.route) as? HKWorkoutRouteBuilder)
        #expect(builder.seriesBuilder(for: Training.route) === route)
        #expect(builder.seriesBuilder(for: Training.beats) == nil)
        // Batches are added out of order, as by devices with a delay.
        for batch in [3, 0, 9, 1, 2, 8, 4, 7, 5, 6] {
            try await route.insertRouteData(
                (0..<1000).map { index in
                    let point = Double(batch * 1000 + index)
                    return Training.place(point * 0.36, point)
                })
        }
        try await builder.endCollection(at: Training.date(3600))
        let workout = try #require(try await builder.finishWorkout())
        try await check(workout, builder, store, swim, run)
    }

    private func check(
        _ workout: HKWorkout, _ builder: HKWorkoutBuilder, _ store: HKHealthStore, _ swim: HKWorkoutActivity,
        _ run: HKWorkoutActivity
    ) async throws {
        let found = try #require(
            try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store).first)
        #expect(found == workout)
        for workout in [workout, found] {
            #expect(workout.workoutActivityType == .swimBikeRun)
            #expect(workout.startDate == Training.date(0) && workout.endDate == Training.date(3600))
            #expect(workout.duration == 3300)
            #expect(workout.sourceRevision.source.bundleIdentifier == "org.example.runner")
            #expect(workout.device?.name == "Band")
            #expect(workout.workoutEvents?.map(\.type) == [.lap, .pause, .resume])
            #expect(workout.metadata?["a"] as? Int == 2 && workout.metadata?["b"] as? String == "x")
            #expect(workout.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == false)
            let sum = workout.statistics(for: Training.energy)?.sumQuantity()
            #expect(sum?.doubleValue(for: .kilocalorie()) == 600)
            #expect(workout.totalDistance?.doubleValue(for: .meter()) == 12_000)
            let pulse = try #require(workout.statistics(for: Sample.pulse))
            #expect(pulse.minimumQuantity()?.doubleValue(for: Training.perMinute) == 100)
            #expect(pulse.maximumQuantity()?.doubleValue(for: Training.perMinute) == 159)
            #expect(
                abs((pulse.averageQuantity()?.doubleValue(for: Training.perMinute) ?? 0) - 129.5) < 0.5)
            #expect(workout.workoutActivities == [swim, run])
            let activity = workout.workoutActivities[1]
            #expect(activity.workoutConfiguration.activityType == .running)
            #expect(activity.endDate == Training.date(3500) && activity.duration == 1700)
            #expect(activity.metadata?["shoes"] as? String == "red")
            // The sample of the last minute is clipped at the end of the activity.
            let part = activity.statistics(for: Training.energy)?.sumQuantity()?.doubleValue(for: .kilocalorie())
            #expect(abs((part ?? 0) - (280 + 20.0 / 6)) < 0.01)
            #expect(workout.workoutActivities[0].duration == 1500)
            #expect(workout.workoutActivities[0].workoutEvents.count == 3)
        }
        let predicate = HKQuery.predicateForObjects(from: found)
        for (type, count) in [(Sample.pulse, 720), (Training.energy, 60), (Training.distance, 60)] {
            let samples = try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: type, predicate: predicate)], sortDescriptors: []
            ).result(for: store)
            #expect(samples.count == count)
        }
        let routes = try await HKSampleQueryDescriptor(
            predicates: [.workoutRoute(predicate)], sortDescriptors: []
        ).result(for: store)
        let way = try #require(routes.first)
        #expect(routes.count == 1 && way.count == 10_000)
        var last = Date.distantPast
        var count = 0
        for try await location in HKWorkoutRouteQueryDescriptor(way).results(for: store) {
            #expect(location.timestamp > last)
            last = location.timestamp
            count += 1
        }
        #expect(count == 10_000)
        // A finished builder cannot be used.
        await expect(.errorInvalidArgument) { try await builder.addSamples([Training.pulse(1, 90)]) }
        await expect(.errorInvalidArgument) { try await builder.finishWorkout() }
        await expect(.errorInvalidArgument) { try await builder.addMetadata(["c": 1]) }
        await expect(.errorInvalidArgument) { try await builder.beginCollection(at: Training.date(0)) }
    }

    // MARK: What comes in the wrong order

    private func builder(_ kit: KitStore) async throws -> HKWorkoutBuilder {
        HKWorkoutBuilder(
            healthStore: try await kit.allowed("runner", Training.all), configuration: Training.configuration(),
            device: nil)
    }

    @Test func samplesBeforeTheStartAreRefused() async throws {
        let kit = try KitStore(.memory)
        let builder = try await builder(kit)
        let activity = HKWorkoutActivity(
            workoutConfiguration: Training.configuration(), start: Training.date(0), end: nil, metadata: nil)
        await expect(.errorInvalidArgument) { try await builder.addSamples([Training.pulse(0, 90)]) }
        await expect(.errorInvalidArgument) { try await builder.addWorkoutEvents([Training.event(.pause, 1)]) }
        await expect(.errorInvalidArgument) { try await builder.addMetadata(["a": 1]) }
        await expect(.errorInvalidArgument) { try await builder.addWorkoutActivity(activity) }
        await expect(.errorInvalidArgument) { try await builder.updateActivity(uuid: activity.uuid, end: Date()) }
        await expect(.errorInvalidArgument) { try await builder.endCollection(at: Training.date(0)) }
        await expect(.errorInvalidArgument) { try await builder.finishWorkout() }
        try await builder.beginCollection(at: Training.date(0))
        await expect(.errorInvalidArgument) { try await builder.beginCollection(at: Training.date(0)) }
        await expect(.errorInvalidArgument) { try await builder.finishWorkout() }
        try await builder.endCollection(at: Training.date(60))
        await expect(.errorInvalidArgument) { try await builder.endCollection(at: Training.date(60)) }
        #expect(try await builder.finishWorkout() != nil)
        builder.discardWorkout()
        #expect(builder.endDate == Training.date(60))
    }

    @Test func aBatchWithAnInvalidSampleIsRefused() async throws {
        let kit = try KitStore(.memory)
        let builder = try await builder(kit)
        try await builder.beginCollection(at: Training.date(0))
        await expect(.errorInvalidArgument) {
            try await builder.addSamples([Training.pulse(1, 90), Training.pulse(-1, 90)])
        }
        #expect(builder.allStatistics.isEmpty)
        await expect(.errorInvalidArgument) { try await builder.addWorkoutEvents([Training.event(.resume, 1)]) }
        await expect(.errorInvalidArgument) { try await builder.addWorkoutEvents([Training.event(.lap, -1, 2)]) }
        try await builder.addWorkoutEvents([Training.event(.pause, 20), Training.event(.resume, 30)])
        await expect(.errorInvalidArgument) { try await builder.addWorkoutEvents([Training.event(.resume, 10)]) }
        #expect(builder.workoutEvents.count == 2)
        try await builder.addMetadata(["a": 1])
        await expect(.errorInvalidArgument) { try await builder.addMetadata(["a": 2, "b": [1]]) }
        await expect(.errorInvalidArgument) { try await builder.addMetadata([HKMetadataKeySyncIdentifier: "x"]) }
        #expect(builder.metadata["a"] as? Int == 1 && builder.metadata.count == 1)
        let early = HKWorkoutActivity(
            workoutConfiguration: Training.configuration(), start: Training.date(-5), end: nil, metadata: nil)
        await expect(.errorInvalidArgument) { try await builder.addWorkoutActivity(early) }
        let activity = HKWorkoutActivity(
            workoutConfiguration: Training.configuration(), start: Training.date(5), end: nil, metadata: nil)
        try await builder.addWorkoutActivity(activity)
        await expect(.errorInvalidArgument) { try await builder.addWorkoutActivity(activity) }
        await expect(.errorInvalidArgument) {
            try await builder.updateActivity(uuid: activity.uuid, end: Training.date(4))
        }
        await expect(.errorInvalidArgument) { try await builder.updateActivity(uuid: UUID(), end: Training.date(9)) }
        await expect(.errorInvalidArgument) { try await builder.updateActivity(uuid: UUID(), adding: ["a": 1]) }
        // The end precedes an event, or the beginning.
        await expect(.errorInvalidArgument) { try await builder.endCollection(at: Training.date(25)) }
        await expect(.errorInvalidArgument) { try await builder.endCollection(at: Training.date(-25)) }
        try await builder.endCollection(at: Training.date(60))
        await expect(.errorInvalidArgument) { try await builder.addSamples([Training.pulse(61, 90)]) }
        try await builder.addSamples([Training.pulse(60, 90)])
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.workoutActivities.first?.endDate == Training.date(60))
        #expect(workout.duration == 50)
    }

    @Test func aDiscardedWorkoutLeavesItsSamples() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let builder = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
        try await builder.beginCollection(at: Training.date(0))
        try await builder.addSamples([Training.pulse(1, 90)])
        let route = try #require(builder.seriesBuilder(for: Training.route) as? HKWorkoutRouteBuilder)
        try await route.insertRouteData([Training.place(1)])
        builder.discardWorkout()
        await expect(.errorInvalidArgument) { try await builder.addSamples([Training.pulse(2, 90)]) }
        await expect(.errorInvalidArgument) { try await builder.endCollection(at: Training.date(60)) }
        await expect(.errorInvalidArgument) { try await route.insertRouteData([Training.place(2)]) }
        let samples = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Sample.pulse)], sortDescriptors: []
        ).result(for: store)
        #expect(samples.count == 1)
        let workouts = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [])
            .result(for: store)
        #expect(workouts.isEmpty)
    }

    @Test func permissionIsRequiredForEachType() async throws {
        let kit = try KitStore(.memory)
        let unasked = HKWorkoutBuilder(
            healthStore: kit.app("unasked"), configuration: Training.configuration(), device: nil)
        await expect(.errorAuthorizationNotDetermined) { try await unasked.beginCollection(at: Training.date(0)) }
        let denied = kit.app("denied", .deny)
        try await denied.requestAuthorization(toShare: [.workoutType()], read: [])
        let second = HKWorkoutBuilder(healthStore: denied, configuration: Training.configuration(), device: nil)
        await expect(.errorAuthorizationDenied) { try await second.beginCollection(at: Training.date(0)) }
        let some = try await kit.allowed("some", [.workoutType(), Training.energy])
        let third = HKWorkoutBuilder(healthStore: some, configuration: Training.configuration(), device: nil)
        try await third.beginCollection(at: Training.date(0))
        await expect(.errorAuthorizationNotDetermined) {
            try await third.addSamples([Training.energy(0, 1, 1), Training.pulse(1, 90)])
        }
        #expect(third.allStatistics.isEmpty)
        try await third.addSamples([Training.energy(0, 1, 1)])
        try await third.endCollection(at: Training.date(60))
        #expect(try await third.finishWorkout() != nil)
    }

    @Test func existingSamplesAreNotSavedAgain() async throws {
        let kit = try KitStore(.memory)
        let watch = try await kit.allowed("watch", Training.all)
        let store = try await kit.allowed("runner", Training.all)
        try await watch.save(Training.pulse(1, 90))
        let query = HKSampleQueryDescriptor(predicates: [.quantitySample(type: Sample.pulse)], sortDescriptors: [])
        let found = try await query.result(for: store)
        let builder = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
        try await builder.beginCollection(at: Training.date(0))
        try await builder.addSamples(found)
        try await builder.addSamples(found)
        try await builder.addSamples([Training.pulse(2, 100)])
        try await builder.endCollection(at: Training.date(60))
        let workout = try #require(try await builder.finishWorkout())
        #expect(try await query.result(for: store).count == 2)
        let mine = HKSampleQueryDescriptor(
            predicates: [
                .quantitySample(type: Sample.pulse, predicate: HKQuery.predicateForObjects(from: workout))
            ], sortDescriptors: [])
        #expect(try await mine.result(for: store).count == 2)
        let highest = workout.statistics(for: Sample.pulse)?.maximumQuantity()
        #expect(highest?.doubleValue(for: Training.perMinute) == 100)
    }

    @Test func samplesDeletedMeanwhileStayDeleted() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let builder = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
        try await builder.beginCollection(at: Training.date(0))
        let gone = Training.pulse(1, 90)
        try await builder.addSamples([gone, Training.pulse(2, 91)])
        try await store.delete(gone)
        try await builder.endCollection(at: Training.date(60))
        #expect(try await builder.finishWorkout() != nil)
        let found = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Sample.pulse)], sortDescriptors: []
        ).result(for: store)
        #expect(found.count == 1)
    }

    @Test func samplesCanBeAddedToAWorkoutLater() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: store))
        try await store.addSamples([Training.pulse(5, 90), Training.energy(0, 60, 10)], to: workout)
        let predicate = HKQuery.predicateForObjects(from: workout)
        let found = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Sample.pulse, predicate: predicate)], sortDescriptors: []
        ).result(for: store)
        #expect(found.count == 1)
        let calls = Calls<HKError.Code?>()
        store.add([], to: workout) { calls.add(($1 as? HKError)?.code) }
        #expect(try await calls.next() == .errorInvalidArgument)
        let other = try await kit.allowed("other", Training.all)
        await expect(.errorAuthorizationDenied) { try await other.addSamples([Training.pulse(6, 90)], to: workout) }
        let unsaved = HKWorkout(activityType: .running, start: Training.date(0), end: Training.date(9))
        await expect(.errorInvalidArgument) { try await store.addSamples([Training.pulse(6, 90)], to: unsaved) }
    }

    @Test func callbacksKeepTheOrderOfTheCalls() async throws {
        let kit = try KitStore(.memory)
        let builder = try await builder(kit)
        let calls = Calls<String>()
        builder.beginCollection(withStart: Training.date(0)) { done, error in calls.add("begin \(done) \(error == nil)")
        }
        builder.add([Training.pulse(1, 90)]) { done, _ in calls.add("add \(done)") }
        builder.addWorkoutEvents([Training.event(.marker, 1)]) { done, _ in calls.add("event \(done)") }
        builder.addMetadata(["a": 1]) { done, _ in calls.add("metadata \(done)") }
        builder.endCollection(withEnd: Training.date(60)) { done, _ in calls.add("end \(done)") }
        builder.finishWorkout { workout, error in
            calls.add("finish \(workout?.statistics(for: Sample.pulse) != nil) \(error == nil)")
        }
        let expected = [
            "begin true true", "add true", "event true", "metadata true", "end true", "finish true true",
        ]
        for text in expected { #expect(try await calls.next() == text) }
    }

    @Test func zonesOfTheAppAndOfTheUser() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        #expect(try await store.preferredWorkoutZoneConfiguration(for: Sample.pulse) == nil)
        let builder = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
        let zones = try HKWorkoutZoneConfiguration(
            quantityType: Sample.pulse,
            zoneBoundaries: [120, 140].map { HKQuantity(unit: Training.perMinute, doubleValue: $0) })
        await expect(.errorInvalidArgument) {
            try await builder.setCustomZoneConfiguration(zones, for: Training.energy)
        }
        try await builder.setCustomZoneConfiguration(zones, for: Sample.pulse)
        #expect(try await builder.zoneConfiguration(for: Sample.pulse)?.zones.count == 3)
        try await builder.beginCollection(at: Training.date(0))
        // One minute in each zone; the last one is longer and contains a pause.
        try await builder.addSamples([Training.pulse(0, 100), Training.pulse(60, 120), Training.pulse(120, 180)])
        try await builder.addWorkoutEvents([Training.event(.pause, 130), Training.event(.resume, 150)])
        try await builder.endCollection(at: Training.date(220))
        #expect(builder.zoneGroup(for: Sample.pulse)?.zoneDurations.map(\.duration) == [60, 60, 80])
        #expect(builder.zoneGroup(for: Training.energy) == nil)
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.zoneGroup(for: Sample.pulse)?.zoneDurations.map(\.duration) == [60, 60, 80])
        // The zones of an app do not become the person's.
        #expect(try await store.preferredWorkoutZoneConfiguration(for: Sample.pulse) == nil)
        let theirs = HKWorkoutZoneConfiguration(source: .user, quantityType: Sample.pulse, zones: zones.zones)
        let fields = HKObjectFields(newWith: nil, metadata: [:])
        try await store.save(
            HKWorkout(
                activityType: .running, startDate: Training.date(1000), endDate: Training.date(1060), duration: 60,
                zoneGroups: [
                    Sample.pulse: HKWorkoutZoneGroup(
                        configuration: theirs, durations: zones.zones.map { _ in 20 })
                ], fields: fields))
        let preferred = try #require(try await store.preferredWorkoutZoneConfiguration(for: Sample.pulse))
        #expect(preferred.source == .user && preferred.zones.count == 3)
        let next = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
        try await next.beginCollection(at: Training.date(2000))
        try await next.addSamples([Training.pulse(2000, 130), Training.pulse(2010, 130)])
        try await next.endCollection(at: Training.date(2020))
        #expect(next.zoneGroup(for: Sample.pulse)?.zoneDurations.map(\.duration) == [0, 20, 0])
    }
}
