// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import NIOCore
import NIOHTTP1
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.slow)) struct SeriesRouteTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private struct Made {
        var beats: [SeriesHeartbeat] = []
        var points: [RoutePoint] = []
        var readings: [SeriesQuantity] = []
        let heartbeats: UUID, route: UUID, quantity: UUID, single: UUID
    }

    private static func fields() -> HKObjectFields { HKObjectFields(newWith: nil, metadata: [:]) }

    /// Saves series with several thousand random measurements.
    private static func make(_ app: DataWorld.Client, _ random: inout SeededGenerator) throws -> Made {
        let seconds = start.timeIntervalSince1970
        let beats = (0..<2500).map {
            SeriesHeartbeat(time: Double($0) + random.number(0, 1), precededByGap: random.below(9) == 0)
        }
        let points = (0..<2500).map { number in
            var point = RoutePoint(
                time: seconds + Double(number) + random.number(0, 1), latitude: random.number(-90, 90),
                longitude: random.number(-180, 180))
            if random.below(2) == 0 { point.altitude = random.number(-400, 8000) }
            if random.below(2) == 0 { point.speed = random.number(-1, 9) }
            if random.below(2) == 0 { point.course = random.number(0, 360) }
            if random.below(2) == 0 { point.horizontalAccuracy = random.number(0, 50) }
            if random.below(2) == 0 { point.verticalAccuracy = random.number(0, 50) }
            if random.below(2) == 0 { point.courseAccuracy = random.number(-1, 9) }
            if random.below(2) == 0 { point.speedAccuracy = random.number(-1, 9) }
            return point
        }
        let readings = (0..<2500).map { number in
            let begin = seconds + Double(number) + random.number(0, 0.5)
            return SeriesQuantity(
                start: begin, end: random.below(2) == 0 ? begin : begin + 0.25, value: random.number(40, 190))
        }
        let heartbeats = HKHeartbeatSeriesSample(
            count: beats.count, startDate: start, endDate: start + 2501, fields: fields())
        let route = HKWorkoutRoute(count: points.count, startDate: start, endDate: start + 2501, fields: fields())
        let type = HKQuantityType(.heartRate)
        let quantity = HKDiscreteQuantitySample(
            quantityType: type, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 90),
            count: readings.count, startDate: start, endDate: start + 2501, fields: fields())
        let single = HKQuantitySample(
            type: type, quantity: HKQuantity(unit: HKUnit(from: "count/s"), doubleValue: 1.5), start: start, end: start)
        let uuids = try app.access.save([
            (heartbeats, .heartbeats(beats)), (route, .route(points, workout: nil)), (quantity, .quantities(readings)),
            (single, nil),
        ])
        return Made(
            beats: beats, points: points, readings: readings, heartbeats: uuids[0], route: uuids[1], quantity: uuids[2],
            single: uuids[3])
    }

    /// Returns the elements of all pages.
    private static func pages(_ app: DataWorld.Client, _ path: String, _ key: String, limit: Int) async throws
        -> [JSONReader]
    {
        var (elements, cursor): ([JSONReader], String?) = ([], nil)
        repeat {
            let sign = path.contains("?") ? "&" : "?"
            let response = try await app.get(
                path + sign + "limit=\(limit)" + (cursor.map { "&cursor=\(encoded($0))" } ?? ""))
            try #require(response.status == 200, "\(response.text)")
            let page = try response.json().required(key).array()
            #expect(page.count <= limit)
            elements += page
            cursor = try response.json().optional("cursor")?.string()
            #expect(response.header("Link")?.contains("cursor=") == (cursor == nil ? nil : true))
        } while cursor != nil
        return elements
    }

    @Test func measurementsRoundTripInPagesAndAsLines() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 41)
            let app = try world.trustedApp("watch")
            let made = try Self.make(app, &random)
            let lines = "application/x-ndjson"
            for limit in [700, 2500, 10_000] {
                let path = "/v1/samples/\(made.heartbeats)/heartbeats"
                #expect(
                    try await Self.pages(app, path, "heartbeats", limit: limit).map {
                        try JSONFormat.heartbeat.decode($0)
                    }
                        == made.beats)
                #expect(
                    try await app.get("\(path)?limit=\(limit)", accept: lines).lines().map {
                        try JSONFormat.heartbeat.decode($0)
                    }
                        == made.beats)
                let readings = "/v1/samples/\(made.quantity)/readings"
                #expect(
                    try await Self.pages(app, readings, "readings", limit: limit).map {
                        try JSONFormat.reading.decode($0)
                    }
                        == made.readings)
                #expect(
                    try await app.get("\(readings)?type=heartRate", accept: lines).lines().map {
                        try JSONFormat.reading.decode($0)
                    } == made.readings)
                let route = "/v1/samples/\(made.route)/route"
                let points = try await Self.pages(app, route, "points", limit: limit).map {
                    try JSONFormat.routePoint.decode($0)
                }
                // NaN is not equal to itself, but its description is.
                #expect(points.map { "\($0)" } == made.points.map { "\($0)" })
                let streamed = try await app.get("\(route)?limit=\(limit)", accept: lines).lines()
                #expect(
                    try streamed.map { try JSONFormat.routePoint.decode($0) }.map { "\($0)" }
                        == made.points.map { "\($0)" })
            }
            #expect(
                try await app.get("/v1/samples/\(made.single)/readings").json().required("readings").array().isEmpty)
        }
    }

    @Test func aPartOfARouteEqualsTheStore() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 42)
            let app = try world.trustedApp("watch")
            let made = try Self.make(app, &random)
            for _ in 0..<20 {
                let interval = DateInterval(
                    start: Self.start + random.number(-10, 2000), duration: random.number(0, 900))
                let path =
                    "/v1/samples/\(made.route)/route?from=\(encoded(APIDate.text(interval.start)))"
                    + "&to=\(encoded(APIDate.text(interval.end)))"
                let points = try await Self.pages(app, path, "points", limit: 400).map {
                    try JSONFormat.routePoint.decode($0)
                }
                let expected = try app.access.routePoints(of: made.route, in: interval, after: nil, limit: 10_000)
                    .points
                #expect(points.map { "\($0)" } == expected.map { "\($0)" })
            }
        }
    }

    @Test func voltagesRoundTrip() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("watch")
            let made = HKElectrocardiogram.fixture(start: Self.start, duration: 10)
            let voltages = (0..<made.numberOfVoltageMeasurements).map { Double($0 % 977) * 1.0625 - 400 }
            try world.database.save(
                [(made, .electrocardiogram(voltages))], source: ProvenanceData(sourceName: "Watch"),
                now: Self.start)
            let expected = try app.access.voltages(of: made.uuid)
            let response = try await app.get("/v1/samples/\(made.uuid)/voltages").json()
            #expect(try response.required("voltages").array().map { try $0.double() } == expected.values)
            #expect(try response.required("unit").unit() == expected.unit)
            #expect(try response.required("frequency").double() == expected.rate)
            let lines = try await app.get("/v1/samples/\(made.uuid)/voltages", accept: "application/x-ndjson").lines()
            #expect(try lines.map { try $0.required("value").double() } == expected.values)
            #expect(try lines.last?.required("time").double() == Double(expected.values.count - 1) / expected.rate)
        }
    }

    @Test func deniedAndMissingAreAlike() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 43)
            let (writer, denied, stranger) = (
                try world.trustedApp("watch"), try world.app("denied"), try world.app("stranger")
            )
            let reader = try world.trustedApp("reader")
            let made = try Self.make(writer, &random)
            let types: [HKObjectType] = [
                HKQuantityType(.heartRate), HKSeriesType.heartbeat(), HKSeriesType.workoutRoute(),
            ]
            try denied.access.record(
                AuthorizationDecision(share: [:], read: Dictionary(uniqueKeysWithValues: types.map { ($0, .denied) })))
            let paths = [
                "/v1/samples/\(made.heartbeats)/heartbeats", "/v1/samples/\(made.route)/route",
                "/v1/samples/\(made.quantity)/readings", "/v1/samples/\(made.quantity)/readings?type=heartRate",
                "/v1/samples/\(made.quantity)/attachments", "/v1/samples/\(made.quantity)/attachments?type=heartRate",
            ]
            var responses: [DataWorld.Client.Response] = []
            for path in paths {
                #expect(try await reader.get(path).status == 200)
                responses.append(try await denied.get(path))
            }
            for path in [paths[0], paths[1], paths[3]] {
                let response = try await stranger.get(path)
                #expect(response.status == 403)
                #expect(
                    try Problem(response.json().value)?.healthKitCode
                        == HKError.Code.errorAuthorizationNotDetermined.rawValue)
            }
            for type in types { _ = try writer.access.deleteObjects(of: type, predicate: .constant(true)) }
            var gone: [DataWorld.Client.Response] = []
            for path in paths { gone.append(try await reader.get(path)) }
            #expect(gone == responses)
            #expect(gone.allSatisfy { $0.status == 404 })
        }
    }

    @Test func aPermissionThatIsWithdrawnEndsAStream() async throws {
        try await DataWorld.run { world in
            let (writer, reader) = (try world.trustedApp("watch"), try world.trustedApp("reader"))
            let seconds = Self.start.timeIntervalSince1970
            let readings = (0..<300_000).map {
                SeriesQuantity(start: seconds + Double($0), end: seconds + Double($0), value: Double($0 % 90) + 50)
            }
            let type = HKQuantityType(.heartRate)
            let sample = HKDiscreteQuantitySample(
                quantityType: type, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 90),
                count: readings.count, startDate: Self.start, endDate: Self.start + 300_000, fields: Self.fields())
            let uuid = try writer.access.save([(sample, .quantities(readings))])[0]
            var request = HTTPClientRequest(url: world.url + "/v1/samples/\(uuid)/readings")
            request.headers.add(name: "Authorization", value: "Bearer \(reader.token)")
            request.headers.add(name: "Accept", value: "application/x-ndjson")
            let response = try await world.daemon.client.execute(request, timeout: .hours(1))
            var (text, isDenied, isWhole) = ([UInt8](), false, false)
            do {
                for try await part in response.body {
                    text += part.readableBytesView
                    if !isDenied {
                        isDenied = true
                        try reader.access.record(AuthorizationDecision(share: [:], read: [type: .denied]))
                    }
                }
                isWhole = true
            } catch {
                // The connection closes before the response is complete.
            }
            #expect(!isWhole)
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
            #expect(lines.count > 1 && lines.count < readings.count)
            // Data in transit can be cut off; the last line contains the reason if it has arrived.
            if text.last == UInt8(ascii: "\n") {
                let problem = lines.last.flatMap { JSONValue(String($0)) }.flatMap(Problem.init)
                #expect(problem == nil || problem?.kind == .notFound)
            }
        }
    }

    @Test func invalidCursorsAndUUIDsAreProblems() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 44)
            let app = try world.trustedApp("watch")
            let made = try Self.make(app, &random)
            for (path, status) in [
                ("/v1/samples/nonsense/route", 404), ("/v1/samples/\(made.route)/route?limit=0", 400),
                ("/v1/samples/\(made.route)/route?cursor=x", 422), ("/v1/samples/\(made.route)/heartbeats", 404),
                ("/v1/samples/\(made.route)/readings", 422), ("/v1/samples/\(made.quantity)/readings?cursor=nan", 422),
                ("/v1/samples/\(made.route)/route?from=today", 422),
            ] {
                let response = try await app.get(path)
                #expect(response.status == status, "\(path) \(response.text)")
            }
        }
    }
}
