// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    package func latestZoneConfiguration(for type: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        try await call(EffortRoutes.zones, query: [("type", type.identifier)])
    }

    package func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        // A repeated relation changes nothing.
        try await call(
            as: .save, EffortRoutes.relate, (sample: sample, activity: activity),
            path: ["uuid": workout.uuidString])
    }

    package func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        let activity = activity.map { [(name: "activity", value: $0.uuidString)] } ?? []
        try await call(
            as: .save, EffortRoutes.unrelate, path: ["uuid": workout.uuidString, "sample": sample.uuid.uuidString],
            query: [("type", sample.sampleType.identifier)] + activity, isRepeatable: false)
    }

    package func effortRelationships(
        _ predicate: PredicateNode, after course: inout EffortCourse, isMostRelevant: Bool
    ) async throws -> [HKWorkoutEffortRelationship] {
        try Self.check([predicate])
        let answer = try await call(
            EffortRoutes.query,
            EffortQueryJSON(
                predicate, anchor: course.anchor, isMostRelevant: isMostRelevant, workouts: course.workouts))
        (course.anchor, course.workouts) = (answer.anchor, answer.workouts)
        return answer.relationships
    }
}
