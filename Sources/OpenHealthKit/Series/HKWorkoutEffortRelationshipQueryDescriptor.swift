// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// The samples of effort that are related to workouts, for `await`.
public struct HKWorkoutEffortRelationshipQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    // Predicates never change, but Foundation on Linux does not mark them as safe to share; what they ask is.
    private var heldPredicate: PredicateBlock?
    /// Only workouts whose relations have changed since; nil for all. The anchors of other queries mean nothing here.
    public var anchor: HKQueryAnchor?
    /// Whether of each workout and activity only the sample is given that says most.
    public var option: HKWorkoutEffortRelationshipQueryOptions

    /// The predicate of the workouts; nil for all.
    public var predicate: NSPredicate? {
        get { heldPredicate?.predicate }
        set { heldPredicate = newValue.map(PredicateBlock.init) }
    }

    /// Creates a query; see the properties.
    public init(predicate: NSPredicate?, anchor: HKQueryAnchor?, option: HKWorkoutEffortRelationshipQueryOptions) {
        heldPredicate = predicate.map(PredicateBlock.init)
        self.anchor = anchor
        self.option = option
    }

    /// The relationships of this moment. Of a workout that has lost its last sample since the anchor nothing is left to be told.
    /// - Throws: an `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        let (condition, place, isMostRelevant) = question
        return try await read(healthStore) { context in
            Result(
                try await context.session().effortRelationships(condition, after: place, isMostRelevant: isMostRelevant)
            )
        }
    }

    /// The relationships, and again those of workouts where they have changed, until the task is cancelled. A workout that was
    /// told of and has no samples any more comes without any.
    public func results(for healthStore: HKHealthStore) -> Results {
        let (condition, place, isMostRelevant) = question
        return Results(condition: condition, place: place, isMostRelevant: isMostRelevant, store: healthStore)
    }

    private var question: (PredicateNode, Int, Bool) {
        (PredicateNode(predicate), anchor?.value ?? 0, option == .mostRelevant)
    }

    /// Relationships up to some moment.
    public struct Result: Sendable {
        /// The relationships.
        public let relationships: [HKWorkoutEffortRelationship]
        /// Where a later query goes on.
        public let newAnchor: HKQueryAnchor

        init(_ found: (relationships: [HKWorkoutEffortRelationship], anchor: Int)) {
            relationships = found.relationships
            newAnchor = HKQueryAnchor(fromValue: found.anchor)
        }
    }

    /// A sequence of results that goes on.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = Result

        let condition: PredicateNode
        let place: Int
        let isMostRelevant: Bool
        let store: HKHealthStore

        /// Begins to ask.
        public func makeAsyncIterator() -> Iterator {
            let (condition, isMostRelevant) = (condition, isMostRelevant)
            let interest = HKWorkoutEffortRelationshipQuery.interest
            return Iterator(
                results: ChangingResults(store, interest, from: EffortCourse(anchor: place)) {
                    session, course, change in
                    let found = try await session.effortRelationships(
                        condition, after: &course, isMostRelevant: isMostRelevant)
                    return change != nil && found.isEmpty
                        ? .nothing : .element(Result((found, anchor: course.anchor)))
                })
        }

        /// Gives results one by one.
        public struct Iterator: AsyncIteratorProtocol {
            let results: ChangingResults<EffortCourse, Result>

            /// The next result; nil once the task has been cancelled.
            /// - Throws: an `HKError`.
            public mutating func next() async throws -> Result? {
                try await results.next()
            }
        }
    }
}
