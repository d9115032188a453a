// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that read the zones of workouts, and relate effort samples to workouts.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol WorkoutSession: Sendable {
    /// Returns the zones of the latest workout that the app may read; `nil` if no workout has zones.
    func latestZoneConfiguration(for type: HKQuantityType) async throws -> HKWorkoutZoneConfiguration?
    /// Relates an effort sample to a workout or one of its activities, and saves the sample if it does not exist.
    func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws
    /// Removes the relation of a sample to a workout or one of its activities. The sample is kept.
    func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws
    /// Returns the relationships of effort samples to workouts that changed since the last call.
    /// - Parameter course: The position of the last call; updated.
    func effortRelationships(
        _ predicate: PredicateNode, after course: inout EffortCourse, isMostRelevant: Bool
    ) async throws -> [HKWorkoutEffortRelationship]
}
