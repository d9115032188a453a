// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A request for the samples of effort that are related to workouts.
package struct EffortQueryJSON: JSONRepresentable {
    package var predicate: PredicateNode
    package var anchor: Int
    package var isMostRelevant: Bool
    /// The workouts of the previous response.
    package var workouts: Set<UUID>

    package init(_ predicate: PredicateNode, anchor: Int, isMostRelevant: Bool, workouts: Set<UUID>) {
        self.predicate = predicate
        self.anchor = anchor
        self.isMostRelevant = isMostRelevant
        self.workouts = workouts
    }

    package static let format = JSONFormat<EffortQueryJSON>.object(
        .optional("predicate", \.predicate, .predicate, default: .constant(true)),
        .optional("anchor", \.anchor, .relationAnchor, default: 0),
        .optional("mostRelevant", \.isMostRelevant, .bool, default: false),
        .optional("workouts", \.workouts, .workouts, default: Set())
    ) { EffortQueryJSON($0, anchor: $1, isMostRelevant: $2, workouts: $3) }
}

/// The effort samples that are related to workouts.
package struct EffortResponseJSON: JSONRepresentable {
    package var relationships: [HKWorkoutEffortRelationship]
    package var anchor: Int
    /// The workouts that have samples of effort.
    package var workouts: Set<UUID>

    package init(_ relationships: [HKWorkoutEffortRelationship], anchor: Int, workouts: Set<UUID>) {
        self.relationships = relationships
        self.anchor = anchor
        self.workouts = workouts
    }

    package static let format = JSONFormat<EffortResponseJSON>.object(
        .required("relationships", \.relationships, .array(of: .effortRelationship)),
        .required("anchor", \.anchor, .relationAnchor), .required("workouts", \.workouts, .workouts)
    ) { EffortResponseJSON($0, anchor: $1, workouts: $2) }
}

/// A sample of effort to relate to an activity of a workout; nil for the workout as a whole.
package typealias EffortRelationJSON = (sample: HKSample, activity: UUID?)

extension JSONFormat where Value == EffortRelationJSON {
    /// The format of a sample of effort to relate to a workout.
    package static let effortRelation = JSONFormat.object(
        .required("sample", \.sample, .effort), .optional("activity", \.activity, .uuid)
    ) { (sample: $0, activity: $1) }
}

extension JSONFormat where Value == HKSample {
    /// The format of a sample of effort, which has no measurements.
    fileprivate static var effort: JSONFormat {
        JSONFormat(.named("NewSample")) {
            NewSampleJSON($0).json
        } decode: { (json) throws(Problem) in
            let new = try NewSampleJSON(json)
            guard new.measurements == nil else {
                throw json.problem("An effort sample is a single value, not a series.", kind: .invalidArgument)
            }
            return new.sample
        }
    }
}

extension JSONFormat where Value == Int {
    /// The format of a position in the order in which relations change. Anchors are encrypted and are within the range of
    /// integers in JavaScript.
    fileprivate static var relationAnchor: JSONFormat {
        .integer(0...(1 << 52 - 1), orElse: "Expected an anchor that the server has returned.")
    }
}

extension JSONFormat where Value == Set<UUID> {
    /// The format of the identifiers of workouts.
    fileprivate static var workouts: JSONFormat {
        let list = JSONFormat<[UUID]>.array(of: .uuid, most: EffortRoutes.maximumWorkouts)
        return JSONFormat(list.schema) {
            list.encode($0.sorted { $0.uuidString < $1.uuidString })
        } decode: { (json) throws(Problem) in
            Set(try list.decode(json))
        }
    }
}

extension JSONFormat where Value == HKWorkoutEffortRelationship {
    /// The format of the samples of effort of a workout, or of one of its activities.
    package static var effortRelationship: JSONFormat {
        .object(
            named: "EffortRelationship",
            about: "The effort samples of a workout, or of one of its activities.", ignoresOthers: true,
            .required("workout", \.workout, .workout), .optional("activity", \.activityUUID, .uuid),
            .optional("samples", \.samples, .array(of: .sample))
        ) { workout, activity, samples in
            HKWorkoutEffortRelationship(
                workout: workout, activity: workout.workoutActivities.first { $0.uuid == activity }, samples: samples)
        }
    }
}

extension JSONFormat where Value == HKWorkout {
    /// The format of a stored workout.
    fileprivate static var workout: JSONFormat {
        JSONFormat(.named("Sample")) {
            SampleJSON($0).json
        } decode: { (json) throws(Problem) in
            guard let workout = try SampleJSON(json).sample as? HKWorkout else {
                throw json.problem("Expected a workout.")
            }
            return workout
        }
    }
}

extension HKWorkoutEffortRelationship {
    fileprivate var activityUUID: UUID? { activity?.uuid }
}
