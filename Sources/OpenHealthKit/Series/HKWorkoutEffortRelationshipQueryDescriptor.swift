// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// A query for the effort samples that are related to workouts, with one result or continuous results.
public struct HKWorkoutEffortRelationshipQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    // Predicates are immutable, but Foundation on Linux does not mark them as Sendable; the block that evaluates one is Sendable.
    private var heldPredicate: PredicateBlock?
    /// The anchor of an earlier result, to return only workouts whose relations have changed since; nil for all. Anchors of other
    /// queries are not supported.
    public var anchor: HKQueryAnchor?
    /// Whether to return only the most relevant sample of each workout and activity.
    public var option: HKWorkoutEffortRelationshipQueryOptions

    /// The predicate of the workouts; nil for all.
    public var predicate: NSPredicate? {
        get { heldPredicate?.predicate }
        set { heldPredicate = newValue.map(PredicateBlock.init) }
    }

    /// Creates a query with the given properties.
    public init(predicate: NSPredicate?, anchor: HKQueryAnchor?, option: HKWorkoutEffortRelationshipQueryOptions) {
        heldPredicate = predicate.map(PredicateBlock.init)
        self.anchor = anchor
        self.option = option
    }

    /// Returns the current relationships. A workout that has lost its last sample since the anchor is not included.
    /// - Throws: An `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        let (condition, place, isMostRelevant) = parameters
        return try await read(healthStore) { context in
            Result(
                try await context.access().effortRelationships(condition, after: place, isMostRelevant: isMostRelevant)
            )
        }
    }

    /// Returns the current relationships, and then those of workouts whose relationships change, until the task is canceled. A
    /// reported workout that no longer has samples is returned without samples.
    public func results(for healthStore: HKHealthStore) -> Results {
        let (condition, place, isMostRelevant) = parameters
        return Results(condition: condition, place: place, isMostRelevant: isMostRelevant, store: healthStore)
    }

    private var parameters: (PredicateNode, Int, Bool) {
        (PredicateNode(predicate), anchor?.value ?? 0, option == .mostRelevant)
    }

    /// The relationships up to an anchor.
    public struct Result: Sendable {
        /// The relationships.
        public let relationships: [HKWorkoutEffortRelationship]
        /// The anchor for the next query.
        public let newAnchor: HKQueryAnchor

        init(_ found: (relationships: [HKWorkoutEffortRelationship], anchor: Int)) {
            relationships = found.relationships
            newAnchor = HKQueryAnchor(fromValue: found.anchor)
        }
    }

    /// A sequence of continuous results.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = Result

        let condition: PredicateNode
        let place: Int
        let isMostRelevant: Bool
        let store: HKHealthStore

        /// Creates an iterator that begins with the current results.
        public func makeAsyncIterator() -> Iterator {
            let (condition, isMostRelevant) = (condition, isMostRelevant)
            let interest = HKWorkoutEffortRelationshipQuery.interest
            return Iterator(
                results: ChangingResults(store, interest, from: EffortCourse(anchor: place)) {
                    access, course, change in
                    let found = try await access.effortRelationships(
                        condition, after: &course, isMostRelevant: isMostRelevant)
                    return change != nil && found.isEmpty
                        ? .nothing : .element(Result((found, anchor: course.anchor)))
                })
        }

        /// An iterator over the results.
        public struct Iterator: AsyncIteratorProtocol {
            let results: ChangingResults<EffortCourse, Result>

            /// Returns the next result, or nil if the task was canceled.
            /// - Throws: An `HKError`.
            public mutating func next() async throws -> Result? {
                try await results.next()
            }
        }
    }
}
