// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// Asks what has been saved and deleted after an anchor: once, or again and again.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The saved and deleted objects.
    public typealias Output = Result

    /// The saved and deleted objects, and their anchor.
    public struct Result: Sendable {
        /// The saved samples that still exist.
        public let addedSamples: [Sample]
        /// The deleted objects.
        public let deletedObjects: [HKDeletedObject]
        /// Where to go on from.
        public let newAnchor: HKQueryAnchor

        init(_ changes: AppChanges) {
            addedSamples = changes.added.handedOut(as: Sample.self)
            deletedObjects = changes.deleted
            newAnchor = changes.anchor
        }
    }

    /// The types of the samples, and what they have to fit; at least one.
    public var predicates: [HKSamplePredicate<Sample>]
    /// Where the results of an earlier query ended; nil for everything.
    public var anchor: HKQueryAnchor?
    /// The maximum number of samples and deleted objects in one result; nil for all.
    public var limit: Int?

    /// Creates a descriptor; see the properties.
    public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
        self.predicates = predicates
        self.anchor = anchor
        self.limit = limit
    }

    /// Reads what there is.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` for a type that the app has not asked for.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        try await read(healthStore) { context in
            Result(
                try await context.session().changes(
                    SampleQuery.Part.of(predicates), after: anchor, limit: QueryLimit.checked(limit)))
        }
    }

    /// Reads what there is, then what changes: the first result comes at once, even where it is empty, each later one after
    /// a change. Where there is more than the limit allows, it comes in several results.
    ///
    /// Changes wait in the store until the next result is requested, so that a slow reader gets them together.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(descriptor: self, store: healthStore)
    }

    /// A sequence of saved and deleted objects.
    public struct Results: AsyncSequence, Sendable {
        /// The saved and deleted objects since the previous element.
        public typealias Element = Result

        let descriptor: HKAnchoredObjectQueryDescriptor
        let store: HKHealthStore

        /// Reads one result after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let results: ChangingResults<HKQueryAnchor?, Result>

            /// The next result; nil once the task has been cancelled.
            /// - Throws: an `HKError`, after which there are no more results.
            public mutating func next() async throws -> Result? {
                try await results.next()
            }
        }

        /// Begins at the anchor.
        public func makeAsyncIterator() -> Iterator {
            let descriptor = descriptor
            let interest = ChangeInterest(descriptor.predicates.map(\.sampleType))
            return Iterator(
                results: ChangingResults(store, interest, from: descriptor.anchor) { session, anchor, change in
                    let changes = try await session.changes(
                        SampleQuery.Part.of(descriptor.predicates), after: anchor,
                        limit: QueryLimit.checked(descriptor.limit))
                    anchor = changes.anchor
                    // What changed may not fit the predicates, or have been read already.
                    let isEmpty = changes.added.isEmpty && changes.deleted.isEmpty
                    return isEmpty && change != nil
                        ? .nothing : .element(Result(changes), hasMore: changes.hasMore)
                })
        }
    }
}
