// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel
import HealthStore

/// Which changes matter to a question that goes on.
struct ChangeInterest: Hashable, Sendable {
    /// The identifiers of the types of samples that it reads.
    var types: Set<String>
    /// What else it reads.
    var topics: Set<ChangeRange.Topic>

    init(types: Set<String> = [], topics: Set<ChangeRange.Topic> = []) {
        self.types = types
        self.topics = topics
    }

    /// What matters to a question about samples of some types.
    init(_ types: some Sequence<HKObjectType>, topics: Set<ChangeRange.Topic> = []) {
        self.init(types: Set(types.map(\.identifier)), topics: topics)
    }

    /// Whether something in a range matters.
    func contains(_ range: ChangeRange) -> Bool {
        !types.isDisjoint(with: range.types) || !topics.isDisjoint(with: range.topics)
    }
}
