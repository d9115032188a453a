// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A range of changes to a store.
package struct ChangeRange: Sendable, Equatable {
    /// A topic of changes other than samples.
    package enum Topic: String, Sendable, CaseIterable {
        case characteristics, summaries, units, permissions, relations, medications, deliveries, efforts
    }

    /// The position of the last change before the range.
    package var after: Int64
    /// The position of the last change in the range; the same as ``after`` if no sample changed.
    package var through: Int64
    /// The identifiers of the types whose samples were saved or deleted.
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
    /// Returns the union of this range and the next one.
    package func joined(with next: ChangeRange) -> ChangeRange {
        ChangeRange(
            after: min(after, next.after), through: next.through, types: types.union(next.types),
            topics: topics.union(next.topics))
    }
}

/// A subscription to changes, which ends when the object is deallocated.
package final class ChangeSubscription: Sendable {
    private let end: @Sendable () -> Void

    package init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }

    /// Ends the subscription. The handler can still receive one range that is being delivered at this moment.
    package func cancel() {
        end()
    }
}
