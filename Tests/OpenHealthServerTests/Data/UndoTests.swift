// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests that an app can save a deleted sample again in the form in which it was read.
@Suite(.timeLimit(.slow)) struct UndoTests {
    /// Returns the keys of the sample that are set by people and apps; the daemon sets the date of saving.
    private static func lasting(_ sample: JSONReader) throws -> String {
        JSONValue.object(try sample.entries().filter { $0.key != "created" }.map { ($0.key, $0.value.value) }).text
    }

    @Test func everyTypeIsRestoredWithItsUUID() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("all")
            let types = HealthTypes.all.filter(\.isShareable).compactMap {
                HKObjectType.named($0.identifier) as? HKSampleType
            }
            let asked = types.filter { !($0 is HKCorrelationType) }
            try daemon.allow("all", share: asked, read: asked)
            var count = 0
            // Routes and other series have measurements that are not part of the sample; the apps that saved them have these.
            for type in types where !(type is HKSeriesType) && !(type is HKElectrocardiogramType) {
                let sample = type.sample(start: DataFixtures.start + 0.5)
                try await daemon.save([sample], token: token)
                let path = "/v1/samples/\(sample.uuid)"
                let read = try await daemon.send("GET", path, token: token).json
                #expect(try await daemon.send("DELETE", path, token: token).status == 204)
                #expect(try await daemon.send("GET", path, token: token).status == 404)
                let saved = try await daemon.send(
                    "POST", "/v1/samples", token: token, json: .object([("samples", .array([read.value]))]))
                #expect(saved.status == 200, "\(type.identifier): \(saved.text)")
                #expect(try saved.json.required("uuids").array().map { try $0.uuid() } == [sample.uuid])
                let back = try await daemon.send("GET", path, token: token).json
                #expect(try Self.lasting(back) == Self.lasting(read), "\(type.identifier)")
                count += 1
            }
            #expect(count > 150)
            #expect(try daemon.database.check().isHealthy)
        }
    }

    @Test func changeStreamsReportDeletionAndRestoration() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("app")
            try daemon.allow("app", share: [DataFixtures.steps], read: [DataFixtures.steps])
            let sample = DataFixtures.stepSample(0)
            try await daemon.save([sample], token: token)
            let path = "/v1/samples/\(sample.uuid)"
            let read = try await daemon.send("GET", path, token: token).json.value
            var events = try await daemon.follow("type=stepCount", token: token)
            let place = try #require(try await events.next())
            let latest = try await daemon.send("GET", "/v1/changes/latest", token: token)
            let anchor = try latest.json.required("anchor").value
            #expect(try await daemon.send("DELETE", path, token: token).status == 204)
            let gone = try AppChanges(try #require(try await events.next()).data)
            #expect(gone.deleted.map(\.uuid) == [sample.uuid] && gone.added.isEmpty)
            let body = JSONValue.object([("samples", .array([read]))])
            #expect(try await daemon.send("POST", "/v1/samples", token: token, json: body).status == 200)
            let back = try AppChanges(try #require(try await events.next()).data)
            #expect(back.added.map(\.uuid) == [sample.uuid] && back.deleted.isEmpty)
            // A client that was disconnected in the meantime receives both as well.
            var late = try await daemon.follow("type=stepCount", token: token, after: place.id)
            _ = try await late.next()
            var (added, deleted): ([UUID], [UUID]) = ([], [])
            while added.isEmpty {
                let changes = try AppChanges(try #require(try await late.next()).data)
                added += changes.added.map(\.uuid)
                deleted += changes.deleted.map(\.uuid)
            }
            #expect(added == [sample.uuid] && deleted == [sample.uuid])
            // One response contains both; the deletion was first.
            let query = JSONValue.object([
                ("parts", .array([.object([("type", .string("stepCount"))])])), ("anchor", anchor),
            ])
            let response = try await daemon.send("POST", "/v1/changes/query", token: token, json: query)
            let both = try AppChanges(response.json)
            #expect(both.added.map(\.uuid) == [sample.uuid] && both.deleted.map(\.uuid) == [sample.uuid])
            // Saving the sample again is an error.
            #expect(try await daemon.send("POST", "/v1/samples", token: token, json: body).status == 422)
        }
    }
}
