// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct EffortCopyRouteTests {
    private static let path = "/v1/owner/workout-copies"

    @Test func theOwnerReadsSplitsAndJoinsCopies() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let start = Date(timeIntervalSince1970: 1_704_067_200)
            func workout(_ distance: Double) -> HKWorkout {
                HKWorkout(
                    activityType: .running, start: start, end: start + 3600, workoutEvents: nil,
                    totalEnergyBurned: nil, totalDistance: HKQuantity(unit: .meter(), doubleValue: distance),
                    metadata: nil)
            }
            let (watch, strava) = (workout(9000), workout(9050))
            let beats = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 140)
            let heartRate = HKQuantitySample(
                type: HKQuantityType(.heartRate), quantity: beats,
                start: start + 60, end: start + 60)
            try daemon.database.save([watch, heartRate], source: ProvenanceData(sourceName: "Ana's Apple Watch"))
            try daemon.database.save([strava], source: ProvenanceData(sourceName: "Strava"))
            let list = try await daemon.send("GET", Self.path, as: owner)
            #expect(
                list.json?["copies"]?.array?.map { [$0["uuid"]?.string, $0["copyOf"]?.string] }
                    == [[strava.uuid.uuidString, watch.uuid.uuidString]])
            let effort = try await daemon.send("GET", "\(Self.path)/\(strava.uuid.uuidString)", as: owner)
            #expect(effort.json?["workouts"]?.array?.map { $0["source"]?.string } == ["Ana's Apple Watch", "Strava"])
            #expect(effort.json?["workouts"]?.array?.map { $0["shown"] } == [.bool(true), .bool(false)])
            #expect(
                effort.json?["reasons"]?.array?.compactMap { $0["kind"]?.string } == ["time", "activity", "distance"])
            #expect(effort.json?["decision"]?.string == "automatic")
            let split = try await daemon.send("POST", "\(Self.path)/\(strava.uuid.uuidString)/split", as: owner)
            #expect(split.json?["workouts"]?.array?.count == 1)
            #expect(split.json?["decision"]?.string == "person")
            let body = JSONValue.object([
                ("uuids", .array([.string(strava.uuid.uuidString), .string(watch.uuid.uuidString)]))
            ]).text
            let joined = try await daemon.send("POST", "\(Self.path)/join", as: owner, json: body)
            #expect(joined.json?["workouts"]?.array?.count == 2)
            #expect(joined.json?["decision"]?.string == "person")
            let unknown = UUID().uuidString
            #expect(try await daemon.send("GET", "\(Self.path)/\(unknown)", as: owner).status == 404)
            #expect(try await daemon.send("POST", "\(Self.path)/\(unknown)/split", as: owner).status == 404)
            // A second split changes nothing, and a workout that is linked with no other cannot be split.
            for _ in 1...2 {
                let again = try await daemon.send("POST", "\(Self.path)/\(strava.uuid.uuidString)/split", as: owner)
                #expect(again.status == 200)
            }
            let alone = try await daemon.send("POST", "\(Self.path)/\(watch.uuid.uuidString)/split", as: owner)
            #expect(alone.status == 422)
            let later = HKWorkout(activityType: .running, start: start + 90_000, end: start + 93_600)
            try daemon.database.save([later], source: ProvenanceData(sourceName: "Strava"))
            let apart = [watch.uuid.uuidString, later.uuid.uuidString]
            for uuids in [apart, [], [watch.uuid.uuidString], [watch.uuid.uuidString, watch.uuid.uuidString]] {
                let body = JSONValue.object([("uuids", .array(uuids.map(JSONValue.string)))]).text
                #expect(try await daemon.send("POST", "\(Self.path)/join", as: owner, json: body).status == 422)
            }
            let missing = JSONValue.object([
                ("uuids", .array([.string(watch.uuid.uuidString), .string(unknown)]))
            ]).text
            #expect(try await daemon.send("POST", "\(Self.path)/join", as: owner, json: missing).status == 404)
        }
    }
}
