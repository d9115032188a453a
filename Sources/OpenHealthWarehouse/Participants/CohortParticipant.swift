// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A participant of a cohort, and the state of their pushes.
public struct CohortParticipant: Hashable, Sendable {
    /// The pseudonym.
    public let pseudonym: String
    /// The group in the study; empty if there is none.
    public let group: String
    /// The time zone of their days.
    public let timeZone: String
    /// The civil day of the start date of the first sample.
    public let firstDay: CohortDay
    /// The civil day of the start date of the last sample. The end date would be less meaningful: an ongoing pregnancy, for
    /// example, ends far in the future.
    public let lastDay: CohortDay
    /// The date when the last push was completed.
    public let pushed: Date
    /// The number of their samples in the cohort.
    public let samples: Int
    /// The name of their shard.
    public let shard: String
    /// The position in their store's order of changes up to which everything has arrived.
    public let anchor: UInt64
    /// The disclosed details, by the names of `health cohort push --disclose`.
    public let disclosed: [String]
}
