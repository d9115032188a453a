// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct SampleRouteTests {
    @Test func samplesAreSavedAndReadWithPlainJSON() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("curl")
            try daemon.allow("curl", share: [DataFixtures.steps], read: [DataFixtures.steps])
            let sent =
                #"{"samples":[{"type":"stepCount","startDate":"2026-03-14T07:30:00Z","value":12,"unit":"count"}]}"#
            let saved = try await daemon.send("POST", "/v1/samples", token: token, json: JSONValue(sent))
            #expect(saved.status == 200)
            let read = try await daemon.send(
                "GET", "/v1/samples?type=stepCount&from=2026-03-14T07:00:00Z&to=2026-03-14T08:00:00%2B00:00",
                token: token)
            let sample = try read.json.required("samples").array().first
            #expect(try sample?.required("value").double() == 12)
            #expect(try sample?.required("startDate").string() == "2026-03-14T07:30:00Z")
            #expect(try sample?.required("source").required("bundleIdentifier").string() == "org.example.curl")
            #expect(try sample?.required("uuid").string() == saved.json.required("uuids").array().first?.string())
            let none = try await daemon.send(
                "GET", "/v1/samples?type=stepCount&from=2026-03-14T08:00:00Z", token: token)
            #expect(none.text == #"{"samples":[]}"#)
        }
    }

    /// Every type that apps can save reads back as an equal object, including the measurements of series.
    @Test func everyTypeRoundTrips() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("all")
            let types = HealthTypes.all.filter(\.isShareable).compactMap {
                HKObjectType.named($0.identifier) as? HKSampleType
            }
            let asked = types.filter { !($0 is HKCorrelationType) }
            try daemon.allow("all", share: asked, read: asked)
            var samples: [HKSample] = []
            for type in types {
                let sample = type.sample(start: DataFixtures.start + 0.123_456)
                samples.append(sample)
                let saved = try await daemon.send(
                    "POST", "/v1/samples", token: token,
                    json: SaveJSON([NewSampleJSON(sample, Self.measurements(of: sample))]).json)
                #expect(saved.status == 200, "\(type.identifier): \(saved.text)")
            }
            #expect(samples.count > 150)
            for sample in samples {
                let response = try await daemon.send("GET", "/v1/samples/\(sample.uuid)", token: token)
                let back = try SampleJSON(response.json).sample
                #expect(Self.archive(back) == Self.archive(sample))
                #expect(back.sourceRevision.source.bundleIdentifier == "org.example.all")
            }
        }
    }

    @Test func savesAreAllOrNothing() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("half")
            try daemon.allow("half", share: [DataFixtures.steps], read: [DataFixtures.steps])
            let other = HKQuantitySample(
                type: DataFixtures.mass, quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70),
                start: DataFixtures.start, end: DataFixtures.start)
            let response = try await daemon.send(
                "POST", "/v1/samples", token: token, json: DataFixtures.saving([DataFixtures.stepSample(0), other]))
            #expect(response.status == 403)
            #expect(response.problem?.healthKitCode == HKError.Code.errorAuthorizationNotDetermined.rawValue)
            #expect(try await daemon.uuids(of: DataFixtures.steps, token: token).isEmpty)
        }
    }

    @Test func appsCannotSaveAsOthersOrDeleteTheirSamples() async throws {
        try await TestDaemon.with { daemon in
            let (one, two) = (try daemon.app("one"), try daemon.app("two"))
            for name in ["one", "two"] {
                try daemon.allow(name, share: [DataFixtures.steps], read: [DataFixtures.steps])
            }
            let sample = DataFixtures.stepSample(0)
            try await daemon.save([sample], token: one)
            guard case .object(var forged) = SampleJSON(DataFixtures.stepSample(1)).json else { return }
            forged.removeAll { $0.key == "source" }
            forged.append(
                ("source", .object([("name", .string("one")), ("bundleIdentifier", .string("org.example.one"))])))
            let saved = try await daemon.send(
                "POST", "/v1/samples", token: two, json: .object([("samples", .array([.object(forged)]))]))
            #expect(saved.status == 200)
            let all = try await daemon.send("GET", "/v1/samples?type=stepCount&order=-startDate", token: one)
            let first = try all.json.required("samples").array().first.map { try SampleJSON($0).sample }
            #expect(first?.sourceRevision.source.bundleIdentifier == "org.example.two")
            let denied = try await daemon.send("DELETE", "/v1/samples/\(sample.uuid)", token: two)
            #expect(denied.status == 403)
            let byPredicate = try await daemon.send(
                "POST", "/v1/samples/delete", token: two, json: JSONValue(#"{"type":"stepCount"}"#))
            #expect(byPredicate.text == #"{"count":1}"#)
            #expect(try await daemon.uuids(of: DataFixtures.steps, token: two) == [sample.uuid])
            #expect(try await daemon.send("DELETE", "/v1/samples/\(sample.uuid)", token: one).status == 204)
            // What is gone is gone, for the app that has deleted it; for another, it was never there.
            #expect(try await daemon.send("GET", "/v1/samples/\(sample.uuid)?own=true", token: one).status == 404)
            #expect(try await daemon.send("DELETE", "/v1/samples/\(sample.uuid)", token: one).status == 204)
            #expect(try await daemon.send("DELETE", "/v1/samples/\(UUID())", token: one).status == 404)
            #expect(try await daemon.uuids(of: DataFixtures.steps, token: two).isEmpty)
            // A request for several, too, can be repeated; one sample that was never there is an error, and nothing is deleted.
            let other = DataFixtures.stepSample(3)
            try await daemon.save([other], token: one)
            func delete(_ uuids: [UUID], token: String) async throws -> TestDaemon.Response {
                let list = JSONValue.array(uuids.map { .string($0.uuidString) })
                return try await daemon.send(
                    "POST", "/v1/samples/delete", token: token, json: .object([("uuids", list)]))
            }
            #expect(try await delete([sample.uuid, other.uuid, UUID()], token: one).status == 422)
            #expect(try await delete([sample.uuid, other.uuid], token: one).text == #"{"count":1}"#)
            #expect(try await delete([sample.uuid, other.uuid], token: one).text == #"{"count":0}"#)
            #expect(try await delete([sample.uuid], token: two).status == 422)
        }
    }

    @Test func queriesOfOneMomentAndCorrelations() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("many")
            let pressures = [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)]
            try daemon.allow("many", share: pressures + [DataFixtures.steps], read: pressures + [DataFixtures.steps])
            let pressure = HKCorrelationType(.bloodPressure).sample(start: DataFixtures.start)
            try await daemon.save([DataFixtures.stepSample(0), pressure], token: token)
            let queries = JSONValue.object([
                (
                    "queries",
                    .array([DataFixtures.query(DataFixtures.steps), DataFixtures.query(pressure.sampleType)])
                )
            ])
            let response = try await daemon.send("POST", "/v1/samples/queries", token: token, json: queries)
            #expect(try response.json.required("results").array().map { try $0.array().count } == [1, 1])
            let query = CorrelationQueryJSON(
                SampleQuery.Part(pressure.sampleType), members: [pressures[0]: .constant(true)])
            let found = try await daemon.send(
                "POST", "/v1/correlations/query", token: token, json: query.json)
            let uuids = try found.json.required("correlations").array().map { try SampleJSON($0).sample.uuid }
            #expect(uuids == [pressure.uuid])
        }
    }

    // MARK: - Support

    private static func measurements(of sample: HKSample) -> SeriesMeasurements? {
        switch sample {
        case let series as HKHeartbeatSeriesSample:
            .heartbeats((0..<series.count).map { SeriesHeartbeat(time: Double($0) / 2, precededByGap: $0 % 2 == 0) })
        case let route as HKWorkoutRoute:
            .route(
                (0..<route.count).map {
                    RoutePoint(
                        time: route.startDate.timeIntervalSince1970 + Double($0), latitude: 52.5, longitude: 13.4)
                }, workout: nil)
        case let electrocardiogram as HKElectrocardiogram:
            .electrocardiogram((0..<electrocardiogram.numberOfVoltageMeasurements).map(Double.init))
        default: nil
        }
    }

    /// Returns the properties of a sample that do not depend on the source and date of its save.
    private static func archive(_ sample: HKSample) -> String {
        guard case .object(let entries) = SampleJSON(sample).json else { return "" }
        return JSONValue.object(
            entries.compactMap { key, value in
                switch (key, value) {
                case ("source", _), ("created", _): return nil
                case ("objects", .array(let members)):
                    return (key, .array(members.map { Self.bare($0) }))
                default: return (key, value)
                }
            }
        ).text
    }

    private static func bare(_ member: JSONValue) -> JSONValue {
        guard case .object(let entries) = member else { return member }
        return .object(entries.filter { $0.key != "source" && $0.key != "created" })
    }
}
