// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because NSPredicate is not marked as Sendable on Linux, although predicates are immutable.
/// A query for activity summaries, with one result or continuous results.
public struct HKActivitySummaryQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, AccessQuery, @unchecked Sendable {
    /// The summaries, sorted by day.
    public typealias Output = [HKActivitySummary]

    /// The predicate of the summaries; nil for all.
    public var predicate: NSPredicate?

    /// Creates a descriptor.
    /// - Parameter predicate: A predicate for the summaries, or nil for all.
    public init(predicate: NSPredicate?) {
        self.predicate = predicate
    }

    /// Returns the summaries.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app has not requested permission.
    public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
        try await read(healthStore) { context in try await fetch(context.access()) }
    }

    package func fetch(_ access: any HealthAccess) async throws -> [HKActivitySummary] {
        try await access.activitySummaries(PredicateNode(predicate))
    }

    package var interest: ChangeInterest { ChangeInterest(topics: [.summaries, .permissions]) }

    /// Returns a sequence whose first element contains all summaries, and whose later elements contain those that have changed.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(condition: PredicateNode(predicate), store: healthStore)
    }

    /// A sequence of activity summaries.
    public struct Results: AsyncSequence, Sendable {
        /// The summaries that have changed since the previous element.
        public typealias Element = [HKActivitySummary]

        let condition: PredicateNode
        let store: HKHealthStore

        /// An iterator over the results.
        public struct Iterator: AsyncIteratorProtocol {
            let results: ChangingResults<ActivitySummaryChanges, [HKActivitySummary]>

            /// Returns the next summaries, or nil if the task was canceled.
            /// - Throws: An `HKError`, after which there are no more elements.
            public mutating func next() async throws -> [HKActivitySummary]? {
                try await results.next()
            }
        }

        /// Creates an iterator that begins with all summaries.
        public func makeAsyncIterator() -> Iterator {
            let condition = condition
            let interest = ChangeInterest(topics: [.summaries])
            return Iterator(
                results: ChangingResults(store, interest, from: ActivitySummaryChanges()) { access, told, change in
                    let changed = told.note(try await access.activitySummaries(condition))
                    return changed.isEmpty && change != nil ? .nothing : .element(changed)
                })
        }
    }
}
