// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A participant of a cohort, and the state of their pushes.
public struct CohortParticipant: Hashable, Sendable {
    /// The pseudonym.
    public let pseudonym: String
    /// The group of the study; empty where there is none.
    public let group: String
    /// The time zone that their days are counted in.
    public let timeZone: String
    /// The civil day that the first sample begins on.
    public let firstDay: CohortDay
    /// The civil day that the last sample begins on. The end would say little: a pregnancy that goes on, say, ends far in the
    /// future.
    public let lastDay: CohortDay
    /// When the last push that came to its end did.
    public let pushed: Date
    /// The number of their samples in the cohort.
    public let samples: Int
    /// The name of the shard that they are on.
    public let shard: String
    /// The place in their store's order of changes up to which everything has arrived.
    public let anchor: UInt64
    /// The disclosed details, by the names of `health cohort push --disclose`.
    public let disclosed: [String]
}
