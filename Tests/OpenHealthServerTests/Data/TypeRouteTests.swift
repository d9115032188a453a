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

@Suite(.timeLimit(.usual)) struct TypeRouteTests {
    private static let types: [HKSampleType] = [
        HKQuantityType(.stepCount), HKQuantityType(.bodyMass), HKCategoryType(.sleepAnalysis), .workoutType(),
        HKQuantityType(.heartRate),
    ]

    private static func list(_ client: DataWorld.Client) async throws -> [JSONReader] {
        let response = try await client.get("/v1/types")
        #expect(response.status == 200, "\(response.text)")
        return try response.json().required("types").array()
    }

    /// Compares the types for every kind of permission with the visible samples.
    @Test func eachAppFindsTheTypesWithVisibleSamples() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 71)
            var visible = VisiblePart()
            let writer = try world.trustedApp("writer")
            let day = 86_400.0
            let reads: [AppPermission.Read] = [
                .authorized, .denied, .notDetermined, .limited(since: DataFixtures.start + 5 * day),
                .limited(since: DataFixtures.start + 50 * day),
            ]
            var readers: [(DataWorld.Client, [HKSampleType: AppPermission.Read])] = []
            for number in 0..<6 {
                let reader = try world.app("reader\(number)")
                var responses: [HKSampleType: AppPermission.Read] = [:]
                for type in Self.types { responses[type] = reads[random.below(reads.count)] }
                try reader.access.record(
                    AuthorizationDecision(
                        share: Dictionary(uniqueKeysWithValues: Self.types.map { ($0, .authorized) }),
                        read: Dictionary(uniqueKeysWithValues: responses.map { ($0.key as HKObjectType, $0.value) })))
                readers.append((reader, responses))
            }
            for type in Self.types.dropLast() {
                for client in [writer] + readers.map(\.0) where client.token == writer.token || random.below(3) == 0 {
                    let samples = (0..<12).map { _ in
                        let start = DataFixtures.start + random.number(0, 10 * day)
                        // Some samples last far longer than those that start after them.
                        let length = random.below(4) == 0 ? random.number(0, 3 * day) : 60
                        return type.sample(start: start, end: start + length)
                    }
                    try visible.save(samples, of: client)
                }
            }
            var listed = 0
            for (client, reads) in readers {
                let entries = try await Self.list(client)
                listed += entries.count
                var expected: [String] = []
                for type in Self.types.sorted(by: { $0.identifier < $1.identifier }) {
                    let seen = visible.samples(for: client.access.app, reads[type] ?? .denied)
                        .filter { $0.sampleType == type }
                    guard let first = seen.map(\.startDate).min(), let last = seen.map(\.endDate).max() else {
                        continue
                    }
                    expected.append(type.identifier)
                    let entry = try #require(
                        try entries.first { try $0.required("type").string() == type.identifier }, "\(type)")
                    #expect(abs(try entry.required("earliest").date().timeIntervalSince(first)) < 1e-3)
                    #expect(abs(try entry.required("latest").date().timeIntervalSince(last)) < 1e-3)
                }
                #expect(try entries.map { try $0.required("type").string() } == expected)
            }
            #expect(listed > 10)
        }
    }

    @Test func aTypeHasItsShortNameKindAndUnit() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            #expect(try await app.get("/v1/types").text == #"{"types":[]}"#)
            for type in Self.types { try app.access.save([type.sample(start: DataFixtures.start)]) }
            let entries = try await Self.list(app).map(\.value)
            let found = entries.map { entry in
                [entry["name"], entry["kind"], entry["unit"]].map { $0?.string ?? "-" }.joined(separator: " ")
            }
            #expect(
                found.sorted() == [
                    "bodyMass quantity kg", "heartRate quantity count/min", "sleepAnalysis category -",
                    "stepCount quantity count", "workout workout -",
                ])
            let mass = try #require(entries.first { $0["name"]?.string == "bodyMass" }?["range"])
            let range = try #require(ValueRanges.range(of: HKQuantityTypeIdentifier.bodyMass.rawValue))
            #expect(mass["impossibleBelow"]?.double == range.impossibleBelow)
            #expect(mass["improbableBelow"]?.double == range.improbableBelow)
            #expect(mass["improbableAbove"]?.double == range.improbableAbove)
            #expect(mass["impossibleAbove"]?.double == range.impossibleAbove)
            // A type whose samples have been deleted is no longer listed.
            let sample = try #require(
                try app.access.samples(SampleQuery([SampleQuery.Part(HKQuantityType(.bodyMass))])).first)
            #expect(try await app.ask(.DELETE, "/v1/samples/\(sample.uuid)").status == 204)
            #expect(try await Self.list(app).count == Self.types.count - 1)
        }
    }

    @Test func withoutARequestNoTypeIsFound() async throws {
        try await DataWorld.run { world in
            let (writer, stranger) = (try world.trustedApp("writer"), try world.app("stranger"))
            let empty = try await stranger.get("/v1/types")
            for type in Self.types { try writer.access.save([type.sample(start: DataFixtures.start)]) }
            #expect(try await stranger.get("/v1/types") == empty)
            try stranger.access.note(
                AuthorizationRequest(app: stranger.access.app, share: [], read: Set(Self.types)))
            #expect(try await stranger.get("/v1/types") == empty)
            #expect(empty.status == 200 && empty.text == #"{"types":[]}"#)
        }
    }

    /// For types with individual permissions, the allowed objects count.
    @Test func typesWithIndividualAuthorization() async throws {
        try await DataWorld.run { world in
            let (writer, reader) = (try world.trustedApp("writer"), try world.app("reader"))
            let type = HKObjectType.visionPrescriptionType()
            let samples = (0..<3).map { type.sample(start: DataFixtures.start + Double($0) * 86_400) }
            try writer.access.save(samples)
            #expect(try await Self.list(reader).isEmpty)
            try reader.access.allowObjects([samples[1].uuid])
            let entry = try #require(try await Self.list(reader).first)
            #expect(try entry.required("earliest").date() == samples[1].startDate)
        }
    }
}
