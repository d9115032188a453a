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

/// Tests that invisible data has no influence on responses: two stores, of which one has samples of every type that the app
/// cannot read, respond to every request of the app with the same bytes.
@Suite(.timeLimit(.slow)) struct SameBytesTests {
    @Test(arguments: TwinWorlds.Variant.allCases)
    func everyAnswerHasTheSameBytes(_ variant: TwinWorlds.Variant) async throws {
        try await TwinWorlds.run(variant) { worlds in
            let responses = SameResponses(worlds)
            let requests = SameRequests(worlds)
            // No data is hidden so far.
            try await responses.ask(requests.batches)
            let hidden = try worlds.hide(0)
            let imported = try worlds.full.database.records(SampleRequest()).filter {
                !hidden.map(\.uuid).contains($0.uuid)
            }
            let probes = requests.uuids(hidden, imported: imported)
            try await responses.read(requests.ofTypes)
            try await responses.ask(requests.batches)
            try await responses.read(requests.reading(probes, imported: imported))
            let file = try Self.attach(worlds, to: hidden)
            try await responses.ask(requests.attachments(file))
            // Other apps save and delete samples.
            _ = try worlds.hide(1)
            try await responses.ask(requests.batches + requests.deliveries)
            try await requests.askForOwn(responses)
            try await responses.ask(requests.saving(hidden))
            try await responses.ask(requests.pushing(hidden))
            try await responses.ask(requests.copying(worlds.hiddenTypes))
            try await responses.ask(requests.copyingInOtherFormats)
            try await Self.exceedQuota(worlds, responses, requests)
            try await Self.askForObjects(responses, requests)
            try await Self.page(responses, worlds)
            try await Self.follow(worlds, responses) { _ = try worlds.hide(2) }
            try await responses.ask(requests.batches)
            try await responses.ask(requests.deleting(probes))
            try await responses.ask(requests.batches)
            try await Self.end(responses)
            let all = Set(APIRoutes.all.filter { $0.audience == .app }.map(\.id))
            #expect(all.subtracting(responses.routes) == ["followChanges"], "a route has no request here")
            #expect(responses.count > 2000)
            guard variant == .mayShare else { return }
            let refused = Set(SameRequests.ownRoutes).subtracting(responses.answered)
            #expect(refused == [], "a route has refused all requests about what the app has saved")
        }
    }

    // MARK: - Streams

    /// Compares the events of streams while hidden data is added and the app then saves a sample. The expected events are the
    /// start and that sample.
    private static func follow(
        _ worlds: TwinWorlds, _ responses: SameResponses, while hide: () throws -> Void
    ) async throws {
        let daemons = [worlds.empty, worlds.full]
        var texts: [String: [String]] = [:]
        var readers: [(name: String, index: Int, reader: EventReader)] = []
        for query in ["content=samples", "content=types", "content=types&type=\(worlds.visible.identifier)"] {
            texts[query] = ["", ""]
            for (index, daemon) in daemons.enumerated() {
                var reader = try await daemon.follow(query, token: worlds.token)
                texts[query]?[index] += text(try await reader.next())
                readers.append((query, index, reader))
            }
        }
        try hide()
        let last = TwinWorlds.samples(of: worlds.visible, at: TwinWorlds.horizon + 90_000, count: 1)
        for daemon in daemons { try worlds.access(daemon).save(last) }
        for (query, index, opened) in readers {
            var reader = opened
            texts[query]?[index] += text(try await reader.next())
        }
        for (query, both) in texts {
            #expect(!both.contains(""), "\(query)")
            responses.compare("\(worlds.variant) \(query)", both)
        }
    }

    private static func text(_ event: ServerEvent?) -> String {
        event.map { "\($0.id) \($0.name) \($0.data.value.text)\n" } ?? "the stream has ended"
    }

    // MARK: - Quotas

    /// Pushes at the quota of a day: readings that the store has, and others, use it up in the same way.
    private static func exceedQuota(
        _ worlds: TwinWorlds, _ responses: SameResponses, _ requests: SameRequests
    ) async throws {
        let daemons = [worlds.empty, worlds.full]
        let states = try daemons.map {
            try $0.database.apps.quotas.all(of: TwinWorlds.app.identifier, at: TwinWorlds.now)
        }
        let used = states.map { $0.first { $0.quota == .samplesPerDay }?.used ?? 0 }
        #expect(used[0] == used[1])
        let types = Array(worlds.hiddenTypes.prefix(12))
        for remaining in [0, 1, 3] {
            for daemon in daemons {
                try daemon.database.apps.quotas.set(
                    [.samplesPerDay: used[0] + remaining], of: TwinWorlds.app.identifier)
            }
            try await responses.ask(requests.copying(types))
            try await responses.ask(requests.copyingInOtherFormats)
        }
        for daemon in daemons {
            try daemon.database.apps.quotas.set([.samplesPerDay: nil], of: TwinWorlds.app.identifier)
        }
    }

    // MARK: - Requests about what a daemon has made

    /// Attaches a file to a hidden sample.
    private static func attach(_ worlds: TwinWorlds, to hidden: [HKSample]) throws -> UUID {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("twin-\(UUID().uuidString)")
        try Data([1, 2, 3]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let sample = try #require(hidden.first)
        return try worlds.writer(worlds.full).addAttachment(
            to: sample.uuid, type: sample.sampleType, name: "a", contentType: "public.data", file: file, metadata: [:]
        ).uuid
    }

    /// Each request for single objects is a new one, regardless of the existing objects.
    private static func askForObjects(_ responses: SameResponses, _ requests: SameRequests) async throws {
        for predicate in ["{\"constant\":true}", nil, nil] {
            let asked = try await responses.ask([requests.objects(predicate)])[0]
            let ids = asked.map { try? $0.json.required("id").string() }
            _ = try await responses.ask { world in
                TwinRequest(AuthorizationRoutes.show.route, "/v1/authorization-requests/\(ids[world] ?? "none")")
            }
        }
    }

    /// Requests pages of the samples that the app sees, with the cursors of each daemon.
    private static func page(_ responses: SameResponses, _ worlds: TwinWorlds) async throws {
        let path = "/v1/samples?type=\(worlds.visible.identifier)&limit=2"
        for order in ["oldestFirst", "newestFirst", "-quantity"] {
            let first = try await responses.ask([TwinRequest(SampleRoutes.list.route, "\(path)&order=\(order)")])[0]
            let cursors = first.map { (try? $0.json.required("cursor").string()) ?? "none" }
            _ = try await responses.ask { world in
                TwinRequest(SampleRoutes.list.route, "\(path)&order=\(order)&cursor=\(cursors[world])")
            }
        }
    }

    /// Sends the requests that replace and then remove the app's token.
    private static func end(_ responses: SameResponses) async throws {
        let rotated = try await responses.ask([TwinRequest(AppRoutes.rotate.route)])[0]
        responses.use(rotated.map { (try? $0.json.required("token").string()) ?? "" })
        try await responses.ask([
            TwinRequest(AppRoutes.show.route), TwinRequest(AppRoutes.remove.route), TwinRequest(AppRoutes.show.route),
        ])
    }
}
