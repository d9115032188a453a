// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore
import Synchronization

// Unchecked because its superclass is; the handler is immutable and the place is used on the query's queue alone.
/// Reads which samples of effort are related to which workouts, and goes on with what changes until it is stopped.
open class HKWorkoutEffortRelationshipQuery: HKQuery, @unchecked Sendable {
    private let options: HKWorkoutEffortRelationshipQueryOptions
    private let resultsHandler:
        @Sendable (HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?) ->
            Void
    private var place: Int

    /// Makes a query.
    /// - Parameters:
    ///   - predicate: what the workouts have to fit; nil for all.
    ///   - anchor: only workouts whose relations have changed since; nil for all. The anchors of other queries mean nothing
    ///     here.
    ///   - options: whether of each workout and activity only the sample is given that says most: one that the person gave
    ///     before one that was estimated, and then the latest.
    ///   - resultsHandler: takes the relationships and the anchor up to which they go, or else an error; again after each
    ///     change.
    @preconcurrency
    public init(
        predicate: NSPredicate?, anchor: HKQueryAnchor?, options: HKWorkoutEffortRelationshipQueryOptions,
        resultsHandler:
            @escaping @Sendable (
                HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        self.options = options
        self.resultsHandler = resultsHandler
        place = anchor?.value ?? 0
        super.init(objectType: HKObjectType.workoutType(), predicate: predicate)
    }

    override func run(_ context: HealthContext) {
        do {
            let session = try context.session()
            try follow(Self.interest, in: session) { _ in self.read(session, isUpdate: true) }
            read(session, isUpdate: false)
        } catch {
            fail(error)
        }
    }

    private func read(_ session: AppSession, isUpdate: Bool) {
        do {
            let (relationships, anchor) = try session.effortRelationships(
                condition, after: place, isMostRelevant: options == .mostRelevant)
            place = anchor
            if isUpdate && relationships.isEmpty { return }
            resultsHandler(self, relationships, HKQueryAnchor(fromValue: anchor), nil)
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: any Error) {
        resultsHandler(self, nil, nil, error)
        finish()
    }

    /// What makes relationships others than they were.
    static let interest = ChangeInterest(topics: [.relations])
}
