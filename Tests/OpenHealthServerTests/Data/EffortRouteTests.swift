// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import NIOHTTP1
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct EffortRouteTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private static func workout(_ number: Int, zones: HKWorkoutZoneConfiguration? = nil) -> HKWorkout {
        let begin = start + Double(number) * 86_400
        let activity = HKWorkoutActivity(
            workoutConfiguration: HKWorkoutConfiguration(), start: begin, end: begin + 900, metadata: nil)
        return HKWorkout(
            activityType: .running, startDate: begin, endDate: begin + 1800, duration: 1800,
            workoutActivities: [activity],
            zoneGroups: zones.map { zones in
                [
                    zones.quantityType: HKWorkoutZoneGroup(
                        configuration: zones, durations: zones.zones.map { _ in 20.5 })
                ]
            }, fields: HKObjectFields(newWith: nil, metadata: [:]))
    }

    private static func score(_ value: Double, _ workout: HKWorkout, estimated: Bool = false) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(estimated ? .estimatedWorkoutEffortScore : .workoutEffortScore),
            quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value), start: workout.startDate,
            end: workout.endDate)
    }

    private static func query(
        _ course: EffortCourse, mostRelevant: Bool = false, predicate: PredicateNode = .constant(true)
    ) throws -> JSONValue {
        .object([
            ("predicate", try #require(PredicateJSON(predicate).json)), ("anchor", .integer(course.anchor)),
            ("mostRelevant", .bool(mostRelevant)),
            ("workouts", .array(course.workouts.map { .string($0.uuidString) })),
        ])
    }

    @Test func relationshipsRoundTripAndContinue() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("watch")
            let workouts = (0..<3).map { Self.workout($0) }
            try app.access.save(workouts)
            for (number, workout) in workouts.enumerated() {
                for estimated in [false, true] {
                    let sample = Self.score(Double(number + 3), workout, estimated: estimated)
                    var entries: [(key: String, value: JSONValue)] = [("sample", SampleJSON(sample).json)]
                    if number == 1 {
                        entries.append(("activity", .string(workout.workoutActivities[0].uuid.uuidString)))
                    }
                    let response = try await app.post("/v1/workouts/\(workout.uuid)/effort", .object(entries))
                    #expect(response.status == 204, "\(response.text)")
                }
            }
            var (here, there) = (EffortCourse(anchor: 0), EffortCourse(anchor: 0))
            func compare(_ mostRelevant: Bool, _ predicate: PredicateNode = .constant(true)) async throws -> Int {
                let response = try await app.post(
                    "/v1/effort-relationships/query",
                    Self.query(there, mostRelevant: mostRelevant, predicate: predicate))
                try #require(response.status == 200, "\(response.text)")
                let expected = try app.access.effortRelationships(
                    predicate, after: &here, isMostRelevant: mostRelevant)
                let json = try response.json()
                let found = try json.required("relationships").array().map {
                    try JSONFormat.effortRelationship.decode($0)
                }
                #expect(found == expected)
                there = EffortCourse(anchor: try json.required("anchor").integer())
                there.workouts = Set(try json.required("workouts").array().map { try $0.uuid() })
                #expect(try there.anchor == Anchors(app.access).relationAnchor(here.anchor))
                #expect(there.workouts == here.workouts)
                return found.count
            }
            #expect(try await compare(false) == 3)
            #expect(try await compare(false) == 0)
            // The removal of the last relationships of a workout is reported to clients that knew it.
            for sample in try app.access.samples(
                SampleQuery([
                    SampleQuery.Part(HKQuantityType(.workoutEffortScore)),
                    SampleQuery.Part(HKQuantityType(.estimatedWorkoutEffortScore)),
                ])) where sample.startDate == workouts[0].startDate
            {
                let response = try await app.ask(.DELETE, "/v1/workouts/\(workouts[0].uuid)/effort/\(sample.uuid)")
                #expect(response.status == 204, "\(response.text)")
                #expect(
                    try await app.ask(.DELETE, "/v1/workouts/\(workouts[0].uuid)/effort/\(sample.uuid)").status == 422)
            }
            #expect(try await compare(false) == 1)
            (here, there) = (EffortCourse(anchor: 0), EffortCourse(anchor: 0))
            #expect(try await compare(true) == 2)
            (here, there) = (EffortCourse(anchor: 0), EffortCourse(anchor: 0))
            #expect(try await compare(true, .compare(.uuid, .equalTo, .uuid(workouts[2].uuid))) == 1)
        }
    }

    @Test func invalidRelationshipsAreProblems() async throws {
        try await DataWorld.run { world in
            let (app, stranger) = (try world.trustedApp("watch"), try world.app("stranger"))
            let workout = Self.workout(0)
            try app.access.save([workout])
            let sample = JSONValue.object([("sample", SampleJSON(Self.score(5, workout)).json)])
            #expect(try await app.post("/v1/workouts/\(UUID())/effort", sample).status == 404)
            #expect(try await stranger.post("/v1/workouts/\(workout.uuid)/effort", sample).status == 403)
            let steps = HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
                start: Self.start,
                end: Self.start)
            let wrong = JSONValue.object([("sample", SampleJSON(steps).json)])
            #expect(try await app.post("/v1/workouts/\(workout.uuid)/effort", wrong).status == 422)
            let empty = JSONValue.object([])
            #expect(try await stranger.post("/v1/effort-relationships/query", empty).status == 403)
            #expect(try await app.post("/v1/effort-relationships/query", empty).status == 200)
        }
    }

    @Test func appsRelateOnlyTheirOwnSamples() async throws {
        try await DataWorld.run { world in
            let (app, other) = (try world.trustedApp("watch"), try world.trustedApp("other"))
            let workouts = [Self.workout(0), Self.workout(1)]
            try app.access.save(workouts)
            let (theirs, own) = (Self.score(7, workouts[0]), Self.score(5, workouts[0]))
            func path(_ number: Int) -> String { "/v1/workouts/\(workouts[number].uuid)/effort" }
            func body(_ score: HKQuantitySample) -> JSONValue { .object([("sample", SampleJSON(score).json)]) }
            func related() throws -> [UUID: Set<UUID>] {
                var course = EffortCourse(anchor: 0)
                let found = try app.access.effortRelationships(.constant(true), after: &course, isMostRelevant: false)
                return Dictionary(
                    uniqueKeysWithValues: found.map { ($0.workout.uuid, Set(($0.samples ?? []).map(\.uuid))) })
            }
            #expect(try await app.post(path(0), body(theirs)).status == 204)
            let before = try related()
            for response in [
                try await other.ask(.DELETE, path(0) + "/\(theirs.uuid)"),
                try await other.ask(.DELETE, path(0) + "/\(theirs.uuid)?type=workoutEffortScore"),
                try await other.post(path(1), body(theirs)), try await other.post(path(0), body(theirs)),
            ] {
                #expect(response.status == 403, "\(response.text)")
                let code = HKError.Code.errorAuthorizationDenied.rawValue
                #expect(try Problem(response.json().value)?.healthKitCode == code)
            }
            #expect(try related() == before)
            // An app relates its own samples to the workouts of others, too, and only these relations end with it.
            #expect(try await other.post(path(0), body(own)).status == 204)
            #expect(try related() == [workouts[0].uuid: [theirs.uuid, own.uuid]])
            #expect(try await app.ask(.DELETE, path(0) + "/\(own.uuid)").status == 403)
            #expect(try await other.ask(.DELETE, path(0) + "/\(own.uuid)").status == 204)
            #expect(try related() == before)
            #expect(try await app.ask(.DELETE, path(0) + "/\(theirs.uuid)").status == 204)
            #expect(try related().isEmpty)
        }
    }

    @Test func zonesRoundTripAndDeniedIsEmpty() async throws {
        try await DataWorld.run { world in
            let (app, denied) = (try world.trustedApp("watch"), try world.app("denied"))
            let none = try await app.get("/v1/workout-zones?type=heartRate")
            #expect(none.text == "{}")
            let drawn = try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(.heartRate),
                zoneBoundaries: [120.25, 140, 160.125].map {
                    HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: $0)
                })
            let theirs = HKWorkoutZoneConfiguration(source: .user, quantityType: drawn.quantityType, zones: drawn.zones)
            try app.access.save([Self.workout(0, zones: theirs), Self.workout(1, zones: drawn)])
            let response = try await app.get("/v1/workout-zones?type=heartRate").json()
            let expected = try #require(try app.access.latestZoneConfiguration(for: HKQuantityType(.heartRate)))
            #expect(try JSONFormat.zoneConfiguration.decode(response.required("zones")) == expected)
            #expect(try await denied.get("/v1/workout-zones?type=heartRate").status == 403)
            try denied.access.record(AuthorizationDecision(share: [:], read: [HKObjectType.workoutType(): .denied]))
            #expect(try await denied.get("/v1/workout-zones?type=heartRate") == none)
        }
    }
}
