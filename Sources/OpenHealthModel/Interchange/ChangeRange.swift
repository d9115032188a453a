// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A stretch of what has happened to a store.
package struct ChangeRange: Sendable, Equatable {
    /// A topic of changes other than samples.
    package enum Topic: String, Sendable, CaseIterable {
        case characteristics, summaries, units, permissions, relations, medications, deliveries
    }

    /// The last place in the order of changes that does not belong to it.
    package var after: Int64
    /// The last place that belongs to it; the same as ``after`` where no sample changed.
    package var through: Int64
    /// The identifiers of the types of which samples were saved or deleted.
    package var types: Set<String>
    /// The other changed topics.
    package var topics: Set<Topic>

    package init(after: Int64, through: Int64, types: Set<String> = [], topics: Set<Topic> = []) {
        self.after = after
        self.through = through
        self.types = types
        self.topics = topics
    }
}

extension ChangeRange {
    /// This range and the one that follows it.
    package func joined(with next: ChangeRange) -> ChangeRange {
        ChangeRange(
            after: min(after, next.after), through: next.through, types: types.union(next.types),
            topics: topics.union(next.topics))
    }
}
