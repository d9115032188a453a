// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    package func latestZoneConfiguration(for type: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        try await json(DaemonRequest(.get, "/v1/workout-zones", query: [("type", type.identifier)])) {
            (json) throws(Problem) in
            guard let zones = try json.optional("zones") else { return nil }
            return try ZoneConfigurationJSON(zones).configuration
        }
    }

    package func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        var entries: [(key: String, value: JSONValue)] = [("sample", NewSampleJSON(sample).json)]
        if let activity { entries.append(("activity", .string(activity.uuidString))) }
        // Relating what is related changes nothing.
        try await tell(as: .save, DaemonRequest(.post, "/v1/workouts/\(workout.uuidString)/effort", .object(entries)))
    }

    package func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws {
        var request = DaemonRequest(
            .delete, "/v1/workouts/\(workout.uuidString)/effort/\(sample.uuid.uuidString)",
            query: [("type", sample.sampleType.identifier)])
        if let activity { request.query.append(("activity", activity.uuidString)) }
        request.isRepeatable = false
        try await tell(as: .save, request)
    }

    package func effortRelationships(
        _ predicate: PredicateNode, after course: inout EffortCourse, isMostRelevant: Bool
    ) async throws -> [HKWorkoutEffortRelationship] {
        let workouts = course.workouts.map(\.uuidString).sorted().map(JSONValue.string)
        let question = JSONValue.object([
            ("predicate", try Self.sendable(PredicateJSON(predicate).json, [predicate])),
            ("anchor", .integer(course.anchor)),
            ("mostRelevant", .bool(isMostRelevant)), ("workouts", .array(workouts)),
        ])
        let (relationships, anchor, known) = try await json(
            DaemonRequest(.post, "/v1/effort-relationships/query", question)
        ) {
            (json) throws(Problem) -> ([HKWorkoutEffortRelationship], Int, [UUID]) in
            (
                try json.list("relationships") { (entry) throws(Problem) in
                    try EffortRelationshipJSON(entry).relationship
                },
                try json.required("anchor").integer(),
                try json.list("workouts") { (uuid) throws(Problem) in try uuid.uuid() }
            )
        }
        (course.anchor, course.workouts) = (anchor, Set(known))
        return relationships
    }
}
