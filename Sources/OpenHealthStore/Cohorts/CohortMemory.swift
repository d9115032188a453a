// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The state of a store's pushes to a cohort under a pseudonym.
public struct CohortMemory: Hashable, Sendable {
    /// The identifier of the cohort.
    public var cohort: String
    /// The pseudonym.
    public var participant: String
    /// The name of the participant's shard.
    public var shard: String
    /// The number of the last completed push; 0 if there is none.
    public var version: Int64
    /// The number of the push that sent everything again. Pushes with lower numbers can be from another copy of the store.
    public var origin: Int64
    /// The position in the order of changes up to which the last push went.
    public var anchor: Int64
    /// The date when the last push was completed.
    public var pushed: Date?
    /// The plan of an unfinished push, as JSON.
    public var plan: String?

    /// Creates a state; see the properties.
    public init(
        cohort: String, participant: String, shard: String, version: Int64 = 0, origin: Int64 = 0, anchor: Int64 = 0,
        pushed: Date? = nil, plan: String? = nil
    ) {
        self.cohort = cohort
        self.participant = participant
        self.shard = shard
        self.version = version
        self.origin = origin
        self.anchor = anchor
        self.pushed = pushed
        self.plan = plan
    }
}
