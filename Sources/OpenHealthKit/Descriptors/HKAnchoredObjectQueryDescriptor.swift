// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// A query for the objects saved and deleted after an anchor, with one result or continuous results.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The saved and deleted objects.
    public typealias Output = Result

    /// The saved and deleted objects, and their anchor.
    public struct Result: Sendable {
        /// The saved samples that still exist.
        public let addedSamples: [Sample]
        /// The deleted objects.
        public let deletedObjects: [HKDeletedObject]
        /// The anchor for the next query.
        public let newAnchor: HKQueryAnchor

        init(_ changes: AppChanges) {
            addedSamples = changes.added.handedOut(as: Sample.self)
            deletedObjects = changes.deleted
            newAnchor = changes.anchor
        }
    }

    /// The types of the samples, each with a predicate; at least one.
    public var predicates: [HKSamplePredicate<Sample>]
    /// The anchor of an earlier result; nil for all objects.
    public var anchor: HKQueryAnchor?
    /// The maximum number of samples and deleted objects in a result; nil for no limit.
    public var limit: Int?

    /// Creates a descriptor with the given properties.
    public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
        self.predicates = predicates
        self.anchor = anchor
        self.limit = limit
    }

    /// Returns the objects.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` for a type that the app has not requested.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        try await read(healthStore) { context in
            Result(
                try await context.access().changes(
                    SampleQuery.Part.of(predicates), after: anchor, limit: QueryLimit.checked(limit)))
        }
    }

    /// Returns a sequence of results. The first result is available immediately, even if it is empty; each later one follows a
    /// change. If there are more objects than the limit allows, they are split into several results.
    ///
    /// Changes are read when the next result is requested, so a slow consumer receives several changes in one result.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(descriptor: self, store: healthStore)
    }

    /// A sequence of saved and deleted objects.
    public struct Results: AsyncSequence, Sendable {
        /// The saved and deleted objects since the previous element.
        public typealias Element = Result

        let descriptor: HKAnchoredObjectQueryDescriptor
        let store: HKHealthStore

        /// An iterator over the results.
        public struct Iterator: AsyncIteratorProtocol {
            let results: ChangingResults<HKQueryAnchor?, Result>

            /// Returns the next result, or nil if the task was canceled.
            /// - Throws: An `HKError`, after which there are no more results.
            public mutating func next() async throws -> Result? {
                try await results.next()
            }
        }

        /// Creates an iterator that begins at the anchor.
        public func makeAsyncIterator() -> Iterator {
            let descriptor = descriptor
            let interest = ChangeInterest(descriptor.predicates.map(\.sampleType))
            return Iterator(
                results: ChangingResults(store, interest, from: descriptor.anchor) { access, anchor, change in
                    let changes = try await access.changes(
                        SampleQuery.Part.of(descriptor.predicates), after: anchor,
                        limit: QueryLimit.checked(descriptor.limit))
                    anchor = changes.anchor
                    // The changes may not match the predicates, or may have been read already.
                    let isEmpty = changes.added.isEmpty && changes.deleted.isEmpty
                    return isEmpty && change != nil
                        ? .nothing : .element(Result(changes), hasMore: changes.hasMore)
                })
        }
    }
}
