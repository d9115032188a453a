// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The samples of effort of a workout, or of one of its activities, on the wire.
package struct EffortRelationshipJSON: Sendable {
    /// The relationship.
    package let relationship: HKWorkoutEffortRelationship

    package init(_ relationship: HKWorkoutEffortRelationship) {
        self.relationship = relationship
    }

    /// Reads a relationship.
    package init(_ json: JSONReader) throws(Problem) {
        let place = try json.required("workout")
        guard let workout = try SampleJSON(place).sample as? HKWorkout else {
            throw place.problem("This has to be a workout.")
        }
        let uuid = try json.optional("activity")?.uuid()
        var samples: [HKSample]?
        if let list = try json.optional("samples")?.array() {
            var read: [HKSample] = []
            for sample in list { read.append(try SampleJSON(sample).sample) }
            samples = read
        }
        relationship = HKWorkoutEffortRelationship(
            workout: workout, activity: workout.workoutActivities.first { $0.uuid == uuid }, samples: samples)
    }

    /// The relationship as it is sent.
    package var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("workout", SampleJSON(relationship.workout).json)]
        if let activity = relationship.activity { entries.append(("activity", .string(activity.uuid.uuidString))) }
        if let samples = relationship.samples {
            entries.append(("samples", .array(samples.map { SampleJSON($0).json })))
        }
        return .object(entries)
    }
}
