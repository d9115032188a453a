// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension ChangeSession {
    package func subscribe(_ handler: @escaping @Sendable (ChangeRange) -> Void) async throws -> ChangeSubscription {
        try await subscribe(after: nil, handler)
    }

    package func changes(_ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?) async throws -> AppChanges {
        try await changes(parts, after: anchor, limit: nil)
    }
}

extension SavingSession {
    /// Saves samples with the measurements of series, and adds samples to a workout.
    @discardableResult
    package func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample] = [], to workout: UUID? = nil
    ) async throws -> [UUID] {
        try await save(samples, adding: members, to: workout, savesMissing: true)
    }
}

extension PersonSession {
    package func medications(_ predicate: PredicateNode) async throws -> [HKUserAnnotatedMedication] {
        try await medications(predicate, limit: nil)
    }
}

extension WorkoutSession {
    /// Returns the relationships of effort samples to workouts, by workout and activity, in order of the workouts' start.
    /// - Parameters:
    ///   - predicate: The workouts.
    ///   - anchor: The position in the order of changes after which relations must have changed.
    ///   - isMostRelevant: Whether only the most relevant sample of each workout and activity is returned: a rating by the
    ///     person before an estimate, and the latest of several.
    /// - Returns: The relationships, and the position up to which they were read.
    package func effortRelationships(
        _ predicate: PredicateNode, after anchor: Int, isMostRelevant: Bool
    ) async throws -> (relationships: [HKWorkoutEffortRelationship], anchor: Int) {
        var course = EffortCourse(anchor: anchor)
        let found = try await effortRelationships(predicate, after: &course, isMostRelevant: isMostRelevant)
        return (found, course.anchor)
    }
}
