// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension LocalSession {
    package func effortRelationships(
        _ predicate: PredicateNode, after course: inout EffortCourse, isMostRelevant: Bool
    ) async throws -> [HKWorkoutEffortRelationship] {
        let before = course
        let (found, after) = try await perform { access in
            var course = before
            let found = try access.effortRelationships(predicate, after: &course, isMostRelevant: isMostRelevant)
            return (found, course)
        }
        course = after
        return found
    }

    package func latestZoneConfiguration(for type: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        try await perform { try $0.latestZoneConfiguration(for: type) }
    }

    package func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        try await perform { try $0.relateEffort(sample, workout: workout, activity: activity) }
    }

    package func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        try await perform { try $0.unrelateEffort(sample, workout: workout, activity: activity) }
    }
}
