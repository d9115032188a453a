// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// Answers the routes about how hard workouts were.
enum EffortHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(EffortRoutes.query, query),
        RouteBinding(EffortRoutes.relate, relate),
        RouteBinding(EffortRoutes.unrelate, unrelate),
        RouteBinding(EffortRoutes.zones, zones),
    ]

    private static func query(_ exchange: Exchange) async throws -> Response {
        let json = try await exchange.json()
        try json.check(keys: ["predicate", "anchor", "mostRelevant", "workouts"])
        let predicate = try json.optional("predicate").map(PredicateJSON.init)?.node ?? .constant(true)
        let isMostRelevant = try json.optional("mostRelevant")?.bool() ?? false
        let anchor = try json.optional("anchor").map(EffortRoutes.anchor) ?? 0
        var known = EffortCourse(anchor: 0)
        for workout in try json.optional("workouts")?.array(most: EffortRoutes.mostWorkouts) ?? [] {
            known.workouts.insert(try workout.uuid())
        }
        let (session, before) = (try exchange.session(), known)
        let (relationships, course) = try await exchange.blocking {
            var course = before
            let anchors = try Anchors(session)
            course.anchor = anchors.place(ofRelationAnchor: anchor)
            let found = try session.effortRelationships(predicate, after: &course, isMostRelevant: isMostRelevant)
            course.anchor = anchors.relationAnchor(course.anchor)
            return (found, course)
        }
        return exchange.answer(
            .object([
                ("relationships", .array(relationships.map { EffortRelationshipJSON($0).json })),
                ("anchor", .integer(course.anchor)),
                ("workouts", .array(course.workouts.map(\.uuidString).sorted().map(JSONValue.string))),
            ]))
    }

    private static func relate(_ exchange: Exchange) async throws -> Response {
        let workout = try QueryText(exchange).uuid()
        let json = try await exchange.json()
        try json.check(keys: ["sample", "activity"])
        let new = try NewSampleJSON(try json.required("sample"))
        guard new.measurements == nil else {
            throw Problem(.invalidArgument, "A sample of effort is one value and no series.")
        }
        let sample = new.sample
        let activity = try json.optional("activity")?.uuid()
        let session = try exchange.session()
        try await exchange.blocking { try session.relateEffort(sample, workout: workout, activity: activity) }
        return exchange.done()
    }

    private static func unrelate(_ exchange: Exchange) async throws -> Response {
        let query = QueryText(exchange)
        let (workout, sample) = (try query.uuid(), try query.uuid("sample"))
        let activity = try query.optionalUUID("activity")
        let given = try query.type(as: HKSampleType.self)
        let session = try exchange.session()
        try await exchange.blocking {
            let type = try given ?? session.sampleType(of: sample)
            try session.unrelateEffort(sample, type: type, workout: workout, activity: activity)
        }
        return exchange.done()
    }

    private static func zones(_ exchange: Exchange) async throws -> Response {
        let type = try QueryText(exchange).requiredType(as: HKQuantityType.self)
        let session = try exchange.session()
        let zones = try await exchange.blocking { try session.latestZoneConfiguration(for: type) }
        return exchange.answer(.object(zones.map { [("zones", ZoneConfigurationJSON($0).json)] } ?? []))
    }
}
