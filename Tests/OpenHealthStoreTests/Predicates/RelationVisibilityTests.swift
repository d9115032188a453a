// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

/// Tests that the relationships of a sample are visible only to apps that see the related object.
@Suite struct RelationVisibilityTests {
    private let pulse = HKQuantityType(.heartRate)
    private let upper = HKQuantityType(.bloodPressureSystolic)

    /// Three workouts of another app an hour apart, each with a heart rate; one workout of the reader with two; and one
    /// unrelated heart rate.
    private struct Trained {
        let world: AppWorld
        let reader: AppAccess
        let workouts: [HKWorkout]
        let pressure: HKCorrelation
    }

    private func workout(_ hour: Int) -> HKWorkout {
        let start = Double(hour) * 3600
        return HKWorkout(
            activityType: .running, start: MadeSamples.date(start), end: MadeSamples.date(start + 1800))
    }

    private func trained() throws -> Trained {
        let world = try AppWorld()
        let (other, reader) = (try world.trustedApp("other"), world.app("reader"))
        try reader.allow(
            share: [.workoutType(): .authorized, pulse: .authorized], read: [pulse: .authorized, upper: .authorized])
        let workouts = (0..<4).map(workout)
        for hour in 0..<3 {
            try other.save([workouts[hour]])
            try other.save(
                [], adding: [MadeSamples.heartRate(60, at: Double(hour) * 3600)], to: workouts[hour].uuid)
        }
        try reader.save([workouts[3]])
        try reader.save(
            [], adding: [3, 3.1].map { MadeSamples.heartRate(60, at: $0 * 3600) }, to: workouts[3].uuid)
        try other.save([MadeSamples.heartRate(60, at: 40_000)])
        let pressure = MadeSamples.bloodPressure(120, 80, at: 0)
        try other.save([pressure])
        return Trained(world: world, reader: reader, workouts: workouts, pressure: pressure)
    }

    /// Returns the number of samples with and without a relationship, evaluated by rows and by objects.
    private func counts(
        _ relation: PredicateRelation, _ type: HKSampleType, _ access: AppAccess
    ) throws -> [Int] {
        let node = PredicateNode.related(relation)
        return try [node, .not(node)].map { node in
            let lines = try access.samples(SampleQuery([SampleQuery.Part(type, node)])).count
            // This condition is always true, but cannot be evaluated by rows alone.
            let block = PredicateNode.compare(.count, .greaterThanOrEqualTo, .number(0))
            let objects = try access.samples(SampleQuery([SampleQuery.Part(type, .and([block, node]))])).count
            #expect(lines == objects)
            return lines
        }
    }

    @Test func workouts() throws {
        let trained = try trained()
        let reader = trained.reader
        let any = PredicateRelation.anyWorkout
        func counts(_ index: Int) throws -> [Int] {
            try self.counts(.workout(trained.workouts[index].uuid), pulse, reader)
        }
        // The app sees only its own relationships.
        #expect(try self.counts(any, pulse, reader) == [2, 4])
        #expect(try counts(0) == [0, 6])
        #expect(try counts(3) == [2, 4])
        try reader.allow(read: [.workoutType(): .limited(since: MadeSamples.date(3600))])
        #expect(try self.counts(any, pulse, reader) == [4, 2])
        #expect(try counts(0) == [0, 6])
        #expect(try counts(1) == [1, 5])
        try reader.allow(read: [.workoutType(): .authorized])
        #expect(try self.counts(any, pulse, reader) == [5, 1])
        #expect(try counts(0) == [1, 5])
        try reader.allow(read: [.workoutType(): .denied])
        #expect(try self.counts(any, pulse, reader) == [2, 4])
        // A deletion changes nothing either, because the app's own samples are in its own workout.
        try trained.world.app("other").delete([trained.workouts[0]])
        #expect(try self.counts(any, pulse, reader) == [2, 4])
    }

    /// An app that has not requested workouts sees none.
    @Test func unrequestedTypes() throws {
        let trained = try trained()
        let stranger = trained.world.app("stranger")
        try stranger.allow(read: [pulse: .authorized])
        #expect(try counts(.anyWorkout, pulse, stranger) == [0, 6])
        #expect(try counts(.effort(workout: trained.workouts[0].uuid, activity: nil), pulse, stranger) == [0, 6])
    }

    @Test func correlations() throws {
        let trained = try trained()
        let reader = trained.reader
        // A blood pressure requires both of its readings, and the app can read only one of them.
        #expect(try counts(.anyCorrelation, upper, reader) == [0, 1])
        #expect(try counts(.correlation(trained.pressure.uuid), upper, reader) == [0, 1])
        try reader.allow(read: [HKQuantityType(.bloodPressureDiastolic): .authorized])
        #expect(try counts(.anyCorrelation, upper, reader) == [1, 0])
        #expect(try counts(.correlation(trained.pressure.uuid), upper, reader) == [1, 0])
    }
}
