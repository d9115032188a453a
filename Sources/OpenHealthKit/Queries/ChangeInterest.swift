// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

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

    /// Creates the interest of a repeated query for statistics of a type.
    package static func statistics(_ type: HKObjectType) -> ChangeInterest {
        var interest = samples([type])
        interest.topics.formUnion(topics(ofSumsOf: type))
        return interest
    }

    /// Returns the topics that change sums of a type without samples being saved or deleted: samples of workouts that become copies of
    /// others no longer count.
    package static func topics(ofSumsOf type: HKObjectType) -> Set<ChangeRange.Topic> {
        EffortCopies.isSummed(type.identifier) ? [.efforts] : []
    }

    /// Returns whether a range contains relevant changes.
    package func contains(_ range: ChangeRange) -> Bool {
        !types.isDisjoint(with: range.types) || !topics.isDisjoint(with: range.topics)
    }
}

/// Unprocessed changes that are relevant to a query, combined into one range.
package final class ChangeGathering: Sendable {
    private let interest: ChangeInterest
    private let gathered = Mutex<ChangeRange?>(nil)

    package init(_ interest: ChangeInterest) {
        self.interest = interest
    }

    /// Adds a range.
    /// - Returns: Whether it is the first range since the last ``take()``, so that a notification is due.
    package func add(_ range: ChangeRange) -> Bool {
        guard interest.contains(range) else { return false }
        return gathered.withLock { gathered in
            guard let earlier = gathered else {
                gathered = range
                return true
            }
            gathered = earlier.joined(with: range)
            return false
        }
    }

    /// Returns and clears the combined range; nil if it is empty.
    package func take() -> ChangeRange? {
        gathered.withLock { gathered in
            defer { gathered = nil }
            return gathered
        }
    }
}
