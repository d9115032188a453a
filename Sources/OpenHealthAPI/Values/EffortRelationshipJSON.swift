// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
