// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A relation of a sample to another object, which only stores can evaluate.
package enum PredicateRelation: Hashable, Sendable, Codable {
    /// The sample belongs to the workout with this UUID.
    case workout(UUID)
    /// The sample is an effort score related to the workout with this UUID, or to one of its activities.
    case effort(workout: UUID, activity: UUID?)
    /// The sample belongs to the electrocardiogram with this UUID.
    case electrocardiogram(UUID)
    /// The sample is a member of the correlation with this UUID.
    case correlation(UUID)
    /// The sample is a member of any correlation.
    case anyCorrelation
    /// The sample belongs to any workout.
    case anyWorkout
}
