// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Another object that a sample is related to; only a store knows.
package enum PredicateRelation: Hashable, Sendable, Codable {
    /// The sample belongs to the workout with this UUID.
    case workout(UUID)
    /// The sample is one of effort that was related to the workout with this UUID, or to one of its activities.
    case effort(workout: UUID, activity: UUID?)
    /// The sample belongs to the electrocardiogram with this UUID.
    case electrocardiogram(UUID)
    /// The sample is part of the correlation with this UUID.
    case correlation(UUID)
    /// The sample is part of some correlation.
    case anyCorrelation
    /// The sample belongs to some workout.
    case anyWorkout
}
