// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because its superclass is; the handler is immutable and the course is used only on the query's queue.
/// A query for the effort samples that are related to workouts. It reports changes until it is stopped.
open class HKWorkoutEffortRelationshipQuery: HKQuery, @unchecked Sendable {
    private let options: HKWorkoutEffortRelationshipQueryOptions
    private let resultsHandler:
        @Sendable (HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?) ->
            Void
    private var course: EffortCourse

    /// Creates a query.
    /// - Parameters:
    ///   - predicate: A predicate for the workouts, or nil for all.
    ///   - anchor: The anchor of an earlier result, to return only workouts whose relations have changed since; nil for all.
    ///     Anchors of other queries are not supported.
    ///   - options: Whether to return only the most relevant sample of each workout and activity: one entered by the person is
    ///     preferred to an estimated one, then the latest.
    ///   - resultsHandler: Receives the relationships and their anchor, or an error; called again after each change. A reported
    ///     workout that no longer has samples is reported without samples. A workout that lost its last sample before the query
    ///     began is not reported after an anchor.
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
            let access = try context.access()
            try await follow(Self.interest, in: access) { [unowned self] _ in await update(access) }
            let relationships = try await read(access)
            if isRunning { resultsHandler(self, relationships, HKQueryAnchor(fromValue: course.anchor), nil) }
        } catch {
            if isRunning { resultsHandler(self, nil, nil, error) }
            finish()
        }
    }

    private func update(_ access: any HealthAccess) async {
        do {
            let relationships = try await read(access)
            if isRunning && !relationships.isEmpty {
                resultsHandler(self, relationships, HKQueryAnchor(fromValue: course.anchor), nil)
            }
        } catch {
            // The error may be temporary; the missed changes are reported with the next change.
            if isRunning { resultsHandler(self, nil, nil, error) }
        }
    }

    private func read(_ access: any HealthAccess) async throws -> [HKWorkoutEffortRelationship] {
        try await access.effortRelationships(condition, after: &course, isMostRelevant: options == .mostRelevant)
    }

    /// The changes that affect relationships.
    static let interest = ChangeInterest(topics: [.relations])
}
