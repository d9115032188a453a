// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because NSPredicate is not marked as safe to share on Linux, though a predicate never changes.
/// Asks for the rings of days: once, or again and again.
public struct HKActivitySummaryQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, SessionQuestion, @unchecked Sendable
{
    /// The days in order.
    public typealias Output = [HKActivitySummary]

    /// Which days; nil for all.
    public var predicate: NSPredicate?

    /// Creates a descriptor.
    /// - Parameter predicate: which days; nil for all.
    public init(predicate: NSPredicate?) {
        self.predicate = predicate
    }

    /// Reads the days.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
        try await read(healthStore) { context in try await answer(context.session()) }
    }

    package func answer(_ session: any HealthSession) async throws -> [HKActivitySummary] {
        try await session.activitySummaries(PredicateNode(predicate))
    }

    package var interest: ChangeInterest { ChangeInterest(topics: [.summaries, .permissions]) }

    /// Reads the days, then those that change: the first element has all of them, each later one what has changed.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(condition: PredicateNode(predicate), store: healthStore)
    }

    /// The rings of days, again and again.
    public struct Results: AsyncSequence, Sendable {
        /// The days that have changed since the element before.
        public typealias Element = [HKActivitySummary]

        let condition: PredicateNode
        let store: HKHealthStore

        /// Reads one element after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let results: ChangingResults<ActivitySummaryChanges, [HKActivitySummary]>

            /// The next days; nil once the task has been cancelled.
            /// - Throws: an `HKError`, after which there are no more elements.
            public mutating func next() async throws -> [HKActivitySummary]? {
                try await results.next()
            }
        }

        /// Begins with all days.
        public func makeAsyncIterator() -> Iterator {
            let condition = condition
            let interest = ChangeInterest(topics: [.summaries])
            return Iterator(
                results: ChangingResults(store, interest, from: ActivitySummaryChanges()) { session, told, change in
                    let changed = told.note(try await session.activitySummaries(condition))
                    return changed.isEmpty && change != nil ? .nothing : .element(changed)
                })
        }
    }
}
