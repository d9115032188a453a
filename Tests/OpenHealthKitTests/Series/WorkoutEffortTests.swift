// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct WorkoutEffortTests {
    private func result(
        _ store: HKHealthStore, _ option: HKWorkoutEffortRelationshipQueryOptions = .default,
        _ predicate: NSPredicate? = nil, _ anchor: HKQueryAnchor? = nil
    ) async throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
        try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: predicate, anchor: anchor, option: option)
            .result(for: store)
    }

    @Test(arguments: KitPlace.allCases) func scoresAreRelatedToWorkoutsAndActivities(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed("runner", Training.all)
        let activity = HKWorkoutActivity(
            workoutConfiguration: Training.configuration(), start: Training.date(0), end: Training.date(60),
            metadata: nil)
        let workout = try #require(try await Training.saved(in: store, activities: [activity]))
        _ = try await Training.saved(in: store, from: 1000, to: 1600)
        #expect(try await result(store).relationships.isEmpty)
        let (guess, given) = (Training.score(Training.guess, 3, at: 60), Training.score(Training.effort, 7, at: 30))
        #expect(try await store.relateWorkoutEffortSample(guess, with: workout, activity: nil))
        try await store.relateWorkoutEffortSample(given, with: workout, activity: nil)
        let part = Training.score(Training.effort, 5, at: 10)
        try await store.save(part)
        try await store.relateWorkoutEffortSample(part, with: workout, activity: activity)
        let all = try await result(store)
        #expect(all.relationships.map(\.workout) == [workout, workout])
        #expect(all.relationships.map(\.activity) == [nil, activity])
        #expect(Set(all.relationships[0].samples ?? []) == [guess, given])
        #expect(all.relationships[1].samples == [part])
        let most = try await result(store, .mostRelevant)
        #expect(most.relationships.map(\.samples) == [[given], [part]])
        let cycling = HKQuery.predicateForWorkouts(with: .cycling)
        #expect(try await result(store, .default, cycling).relationships.isEmpty)
        let related = try await HKSampleQueryDescriptor(
            predicates: [
                .quantitySample(
                    type: Training.effort,
                    predicate: HKQuery.predicateForWorkoutEffortSamplesRelated(workout: workout, activity: nil))
            ], sortDescriptors: []
        ).result(for: store)
        #expect(related.contains(given))
        #expect(try await result(store, .default, nil, all.newAnchor).relationships.isEmpty)
        try await store.unrelateWorkoutEffortSample(guess, from: workout, activity: nil)
        let changed = try await result(store, .default, nil, all.newAnchor)
        #expect(changed.relationships.first?.samples == [given])
        await expect(.errorInvalidArgument) {
            try await store.unrelateWorkoutEffortSample(guess, from: workout, activity: nil)
        }
    }

    @Test func invalidRelationshipsAreRefused() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: store))
        let unsaved = HKWorkout(activityType: .running, start: Training.date(0), end: Training.date(9))
        let stranger = HKWorkoutActivity(
            workoutConfiguration: Training.configuration(), start: Training.date(0), end: nil, metadata: nil)
        await expect(.errorInvalidArgument) {
            try await store.relateWorkoutEffortSample(Training.pulse(0, 90), with: workout, activity: nil)
        }
        await expect(.errorNoData) {
            try await store.relateWorkoutEffortSample(Training.score(7), with: unsaved, activity: nil)
        }
        await expect(.errorInvalidArgument) {
            try await store.relateWorkoutEffortSample(Training.score(7), with: workout, activity: stranger)
        }
        let scores = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Training.effort)], sortDescriptors: []
        ).result(for: store)
        #expect(scores.isEmpty)
        let other = try await kit.allowed("other", [.workoutType()])
        await expect(.errorAuthorizationNotDetermined) {
            try await other.relateWorkoutEffortSample(Training.score(7), with: workout, activity: nil)
        }
        await expect(.errorAuthorizationNotDetermined) { try await result(other) }
    }

    @Test func queriesReportChanges() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: store))
        let calls = Calls<Int>()
        let query = HKWorkoutEffortRelationshipQuery(predicate: nil, anchor: nil, options: .default) {
            calls.add($3 == nil ? $1?.first?.samples?.count ?? 0 : -1)
        }
        store.execute(query)
        #expect(try await calls.next() == 0)
        let results = HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .default)
            .results(for: store)
        var iterator = results.makeAsyncIterator()
        #expect(try await iterator.next()?.relationships.isEmpty == true)
        for number in 1...3 {
            try await store.relateWorkoutEffortSample(
                Training.score(Training.effort, Double(number), at: Double(number)), with: workout, activity: nil)
            #expect(try await calls.next() == number)
            #expect(try await iterator.next()?.relationships.first?.samples?.count == number)
        }
        store.stop(query)
    }
}

extension Training {
    static func score(_ value: Double) -> HKQuantitySample { score(effort, value) }
}
