// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// The changes that are relevant to a continuous query.
package struct ChangeInterest: Hashable, Sendable {
    /// The identifiers of the sample types that the query reads.
    package var types: Set<String>
    /// The other topics that the query reads.
    package var topics: Set<ChangeRange.Topic>

    package init(types: Set<String> = [], topics: Set<ChangeRange.Topic> = []) {
        self.types = types
        self.topics = topics
    }

    /// Creates the interest of a query for samples of some types.
    package init(_ types: some Sequence<HKObjectType>, topics: Set<ChangeRange.Topic> = []) {
        self.init(types: Set(types.map(\.identifier)), topics: topics)
    }

    /// Creates the interest of a repeated query for samples of some types: predicates can be about relations, and
    /// visibility depends on permissions.
    package static func samples(_ types: some Sequence<HKObjectType>) -> ChangeInterest {
        ChangeInterest(types, topics: [.permissions, .relations])
    }

    /// Returns whether a range contains relevant changes.
    package func contains(_ range: ChangeRange) -> Bool {
        !types.isDisjoint(with: range.types) || !topics.isDisjoint(with: range.topics)
    }
}
