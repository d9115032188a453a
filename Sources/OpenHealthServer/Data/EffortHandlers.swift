// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for the effort of workouts.
enum EffortHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(EffortRoutes.query, query),
        RouteBinding(EffortRoutes.relate, relate),
        RouteBinding(EffortRoutes.unrelate, unrelate),
        RouteBinding(EffortRoutes.zones, zones),
    ]

    /// The number of bytes of metadata of effort samples or workouts in a response that is too large.
    private static let maximumBytes = 32 << 20

    private static func query(_ scope: RequestScope, _ query: EffortQueryJSON) async throws -> EffortResponseJSON {
        let access = try scope.access()
        return try await scope.blocking {
            let anchors = try Anchors(access)
            var course = EffortCourse(anchor: anchors.place(ofRelationAnchor: query.anchor))
            course.workouts = query.workouts
            let found = try access.effortRelationships(
                query.predicate, after: &course, isMostRelevant: query.isMostRelevant,
                bytes: PageBytes(maximumBytes))
            return EffortResponseJSON(
                found, anchor: anchors.relationAnchor(course.anchor), workouts: course.workouts)
        }
    }

    private static func relate(_ scope: RequestScope, _ relation: EffortRelationJSON) async throws {
        let workout = try QueryText(scope).uuid()
        let access = try scope.access()
        try await scope.blocking {
            try access.relateEffort(relation.sample, workout: workout, activity: relation.activity)
        }
    }

    private static func unrelate(_ scope: RequestScope) async throws {
        let query = QueryText(scope)
        let (workout, sample) = (try query.uuid(), try query.uuid("sample"))
        let activity = try query.optionalUUID("activity")
        let given = try query.type(as: HKSampleType.self)
        let access = try scope.access()
        try await scope.blocking {
            let type = try given ?? access.sampleType(of: sample)
            try access.unrelateEffort(sample, type: type, workout: workout, activity: activity)
        }
    }

    private static func zones(_ scope: RequestScope) async throws -> HKWorkoutZoneConfiguration? {
        let type = try QueryText(scope).requiredType(as: HKQuantityType.self)
        let access = try scope.access()
        return try await scope.blocking { try access.latestZoneConfiguration(for: type) }
    }
}
