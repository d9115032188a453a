// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct SummaryRouteTests {
    private static func steps(_ start: String, _ minutes: Double, _ count: Double) throws -> HKQuantitySample {
        let date = try #require(APIDate.date(start))
        return HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: count), start: date,
            end: date + minutes * 60)
    }

    private static func rows(_ response: DataWorld.Client.Response, _ key: String) throws -> [String] {
        try #require(response.status == 200, "\(response.text)")
        return try response.json().required(key).array().map(\.value.text)
    }

    @Test func daysHaveARowForEachFigure() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            // Berlin is one hour ahead of UTC: 23:30 is a sample of the next day, and half of the last one is outside.
            try app.access.save([
                try Self.steps("2026-01-05T12:00:00Z", 10, 100), try Self.steps("2026-01-05T23:30:00Z", 10, 50),
                try Self.steps("2026-01-06T22:55:00Z", 10, 40),
            ])
            let rate = HKQuantityType(.heartRate)
            try app.access.save(
                [60.0, 80].map { value in
                    HKQuantitySample(
                        type: rate, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: value),
                        start: try #require(APIDate.date("2026-01-06T10:00:00Z")) + value,
                        end: try #require(APIDate.date("2026-01-06T10:00:00Z")) + value)
                })
            let response = try await app.get("/v1/summaries/days?from=2026-01-05&to=2026-01-06&timeZone=Europe/Berlin")
            let found = try Self.rows(response, "days")
            #expect(found.count == 3)
            #expect(
                found[0].hasPrefix(
                    #"{"day":"2026-01-05","type":"HKQuantityTypeIdentifierStepCount","name":"stepCount","#))
            #expect(found[0].contains(#""figure":"sum","value":100.0,"unit":"count""#))
            #expect(found[1].contains(#""name":"heartRate","figure":"average""#) && found[1].contains("2026-01-06"))
            #expect(found[2].contains(#""figure":"sum","value":70.0,"unit":"count""#))
            #expect(try response.json().required("timeZone").string() == "Europe/Berlin")
            let only = try await app.get(
                "/v1/summaries/days?from=2026-01-05&to=2026-01-06&timeZone=UTC&type=stepCount")
            // In UTC the last sample is on one day.
            #expect(
                try Self.rows(only, "days").map { $0.contains(#""value":150.0"#) || $0.contains(#""value":40.0"#) } == [
                    true, true,
                ])
        }
    }

    @Test func nightsBelongToTheDayOnWhichTheyEnd() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            let bed = try #require(APIDate.date("2026-01-05T22:00:00Z"))
            func sleep(_ value: HKCategoryValueSleepAnalysis, _ from: Double, _ to: Double) -> HKCategorySample {
                HKCategorySample(
                    type: HKCategoryType(.sleepAnalysis), value: value.rawValue, start: bed + from * 3600,
                    end: bed + to * 3600)
            }
            try app.access.save([
                sleep(.inBed, 0, 8), sleep(.asleepCore, 1, 4), sleep(.asleepDeep, 4, 5), sleep(.awake, 5, 5.5),
            ])
            let response = try await app.get("/v1/summaries/nights?from=2026-01-05&to=2026-01-07&timeZone=UTC")
            #expect(
                try Self.rows(response, "nights") == [
                    #"{"day":"2026-01-06","inBed":12600.0,"asleep":14400.0,"core":10800.0,"deep":3600.0,"rem":0.0,"#
                        + #""unspecified":0.0,"awake":1800.0}"#
                ])
        }
    }

    @Test func workoutsHaveARowEachInPages() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            let start = try #require(APIDate.date("2026-01-05T22:00:00Z"))
            let workouts = (0..<3).map { number in
                HKWorkout(
                    activityType: .running, startDate: start + Double(number) * 7200,
                    endDate: start + Double(number) * 7200 + 1800, duration: 1700,
                    totals: HKWorkoutTotals(
                        energyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 300),
                        distance: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 5)),
                    fields: HKObjectFields(newWith: nil, metadata: [:]))
            }
            try app.access.save(workouts)
            let first = try await app.get("/v1/summaries/workouts?limit=2")
            let rows = try Self.rows(first, "workouts")
            #expect(rows.count == 2)
            #expect(
                rows[0].hasPrefix(
                    #"{"uuid":"\#(workouts[0].uuid)","activityType":"running","startDate":"2026-01-05T22:00:00Z","#
                        + #""endDate":"2026-01-05T22:30:00Z","duration":1700.0,"energy":300.0,"distance":5000.0,"source":"#
                ))
            let cursor = try first.json().required("cursor").string()
            let next = "/v1/summaries/workouts?limit=2&cursor=\(encoded(cursor))"
            #expect(first.header("Link") == "<\(next)>; rel=\"next\"")
            let second = try await app.get(next)
            #expect(second.header("Link") == nil)
            #expect(try Self.rows(second, "workouts").count == 1 && second.json().optional("cursor") == nil)
            let none = try await app.get("/v1/summaries/workouts?from=2027-01-01T00:00:00Z")
            #expect(none.text == #"{"workouts":[]}"#)
        }
    }

    @Test func copiesAreInTheRowOfTheirEffortForAppsThatSeeThem() async throws {
        try await DataWorld.run { world in
            let (watch, strava) = (try world.trustedApp("watch"), try world.trustedApp("strava"))
            let start = try #require(APIDate.date("2026-01-05T22:00:00Z"))
            func run(_ hours: Double, seconds: Double) -> HKWorkout {
                HKWorkout(
                    activityType: .running, start: start + hours * 3600, end: start + hours * 3600 + seconds,
                    duration: 1700, totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
            }
            // The workout with a heart rate is shown.
            let beat = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 140)
            let shown = run(0, seconds: 1800)
            let heartRate = HKQuantitySample(
                type: HKQuantityType(.heartRate), quantity: beat, start: start + 60, end: start + 60)
            try watch.access.save([heartRate, shown])
            let (copy, other) = (run(0, seconds: 1830), run(30, seconds: 1800))
            try strava.access.save([copy, other])
            // Workouts of two apps are one effort by the person's decision.
            try world.database.efforts.join([shown.uuid, copy.uuid])
            let path = "/v1/summaries/workouts"
            let all = try await watch.get(path)
            let rows = try all.json().required("workouts").array().map(\.value)
            #expect(rows.map { $0["uuid"]?.string } == [shown, other].map(\.uuid.uuidString))
            #expect(rows[1]["copies"] == .array([]))
            let copies = try #require(rows[0]["copies"]?.array)
            try #require(copies.count == 1)
            #expect(copies[0]["uuid"]?.string == copy.uuid.uuidString)
            #expect(copies[0]["startDate"]?.string == "2026-01-05T22:00:00Z")
            #expect(copies[0]["endDate"]?.string == "2026-01-05T22:30:30Z")
            #expect(copies[0]["duration"] == .double(1700))
            let first = try await watch.get(path + "?limit=1")
            #expect(try Self.rows(first, "workouts").count == 1)
            let cursor = try first.json().required("cursor").string()
            let second = try await watch.get("\(path)?limit=1&cursor=\(encoded(cursor))")
            let last = try second.json().required("workouts").array().map(\.value)
            #expect(last.map { $0["uuid"]?.string } == [other.uuid.uuidString])
            let samples = try await watch.get("/v1/samples?type=workout").json().required("samples").array()
            #expect(samples.map { $0.value["copyOf"]?.string } == [nil, shown.uuid.uuidString, nil])

            // Whether there are copies depends on data that this app may not read.
            let reader = try world.app("reader")
            try reader.access.record(
                AuthorizationDecision(share: [:], read: [HKObjectType.workoutType(): .authorized]))
            let each = try await reader.get(path).json().required("workouts").array().map(\.value)
            #expect(each.map { $0["uuid"]?.string } == [shown, copy, other].map(\.uuid.uuidString))
            #expect(each.allSatisfy { $0["copies"] == .array([]) })
            let found = try await reader.get("/v1/samples?type=workout").json().required("samples").array()
            #expect(found.count == 3 && found.allSatisfy { $0.value["copyOf"] == nil })
        }
    }

    @Test func deniedDataIsLikeNoData() async throws {
        try await DataWorld.run { world in
            let (writer, reader) = (try world.trustedApp("writer"), try world.app("reader"))
            try writer.access.save([try Self.steps("2026-01-05T12:00:00Z", 10, 100)])
            let path = "/v1/summaries/days?from=2026-01-05&to=2026-01-05&timeZone=UTC"
            #expect(try await reader.get(path).text == #"{"days":[],"timeZone":"UTC"}"#)
            #expect(try await reader.get(path + "&type=stepCount").status == 403)
            try reader.access.record(
                AuthorizationDecision(share: [:], read: [HKQuantityType(.stepCount): .denied]))
            #expect(try await reader.get(path + "&type=stepCount").text == #"{"days":[],"timeZone":"UTC"}"#)
            #expect(try await reader.get(path + "&type=sleepAnalysis").status == 422)
            #expect(try await reader.get("/v1/summaries/days?from=2026-01-05").status == 400)
            #expect(try await reader.get("/v1/summaries/nights?from=2026-01-05&to=2029-01-05").status == 422)
        }
    }
}
