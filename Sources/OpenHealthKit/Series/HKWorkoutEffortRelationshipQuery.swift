// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because its superclass is; the handler is immutable and the course is used on the query's queue alone.
/// Reads which samples of effort are related to which workouts, and goes on with what changes until it is stopped.
open class HKWorkoutEffortRelationshipQuery: HKQuery, @unchecked Sendable {
    private let options: HKWorkoutEffortRelationshipQueryOptions
    private let resultsHandler:
        @Sendable (HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?) ->
            Void
    private var course: EffortCourse

    /// Creates a query.
    /// - Parameters:
    ///   - predicate: what the workouts have to fit; nil for all.
    ///   - anchor: only workouts whose relations have changed since; nil for all. The anchors of other queries mean nothing
    ///     here.
    ///   - options: whether of each workout and activity only the sample is given that says most: one that the person gave
    ///     before one that was estimated, and then the latest.
    ///   - resultsHandler: takes the relationships and the anchor up to which they go, or else an error; again after each
    ///     change. A workout that the query has told of and that has no samples any more comes without any; of one that lost
    ///     its last sample before the query began, nothing is left to be told after an anchor.
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
        course = EffortCourse(anchor: anchor?.value ?? 0)
        super.init(objectType: HKObjectType.workoutType(), predicate: predicate)
    }

    override func run(_ context: HealthContext) async {
        do {
            let session = try context.session()
            try await follow(Self.interest, in: session) { [unowned self] _ in await update(session) }
            let relationships = try await read(session)
            if isRunning { resultsHandler(self, relationships, HKQueryAnchor(fromValue: course.anchor), nil) }
        } catch {
            if isRunning { resultsHandler(self, nil, nil, error) }
            finish()
        }
    }

    private func update(_ session: any HealthSession) async {
        do {
            let relationships = try await read(session)
            if isRunning && !relationships.isEmpty {
                resultsHandler(self, relationships, HKQueryAnchor(fromValue: course.anchor), nil)
            }
        } catch {
            // It may pass: what was missed comes with the next change.
            if isRunning { resultsHandler(self, nil, nil, error) }
        }
    }

    private func read(_ session: any HealthSession) async throws -> [HKWorkoutEffortRelationship] {
        try await session.effortRelationships(condition, after: &course, isMostRelevant: options == .mostRelevant)
    }

    /// The changes that affect relationships.
    static let interest = ChangeInterest(topics: [.relations])
}
