// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The state of a store's pushes to a cohort under a pseudonym.
package struct CohortMemory: Hashable, Sendable {
    /// The identifier of the cohort.
    package var cohort: String
    /// The pseudonym.
    package var participant: String
    /// The name of the participant's shard.
    package var shard: String
    /// The number of the last completed push; 0 if there is none.
    package var version: Int64
    /// The number of the push that sent everything again. Pushes with lower numbers can be from another copy of the store.
    package var origin: Int64
    /// The position in the order of changes up to which the last push went.
    package var anchor: Int64
    /// The date when the last push was completed.
    package var pushed: Date?
    /// The plan of an unfinished push, as JSON.
    package var plan: String?

    /// Creates a state; see the properties.
    package init(
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
