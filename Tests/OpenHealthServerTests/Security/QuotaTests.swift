// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ProcessTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("Quotas of apps", .timeLimit(.usual)) struct QuotaTests {
    private static let app = "org.example.steps"

    private func save(_ daemon: OwnedDaemon, _ app: OwnedDaemon.Asker, _ samples: [HKSample]) async throws
        -> OwnedDaemon.Response
    {
        try await daemon.send("POST", "/v1/samples", as: app, json: DataFixtures.saving(samples).text)
    }

    private func stored(_ daemon: OwnedDaemon) throws -> Int {
        try daemon.database.samples(SampleRequest(types: [DataFixtures.steps.identifier])).count
    }

    private static func sample(_ minute: Int, metadata: [String: Any]? = nil) -> HKQuantitySample {
        HKQuantitySample(
            type: DataFixtures.steps, quantity: HKQuantity(unit: .count(), doubleValue: 1),
            start: DataFixtures.start + Double(minute) * 60, end: DataFixtures.start + Double(minute) * 60 + 60,
            metadata: metadata)
    }

    @Test("Samples per day: a request beyond the quota saves nothing, and the count starts again the next day")
    func samples() async throws {
        try await OwnedDaemon.with(quotas: [.samplesPerDay: 5], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            #expect(try await save(daemon, app, (1...3).map { Self.sample($0) }).status == 200)
            let refused = try await save(daemon, app, (4...6).map { Self.sample($0) })
            #expect(refused.status == 429)
            #expect(refused.problem?.detail.contains("samplesPerDay") == true)
            #expect(refused.problem?.retryAfter.map { (1...86_400).contains($0) } == true)
            #expect(try stored(daemon) == 3)
            #expect(try await save(daemon, app, (4...5).map { Self.sample($0) }).status == 200)
            #expect(try await save(daemon, app, [Self.sample(6)]).status == 429)
            daemon.clock.move(seconds: 86_400)
            #expect(try await save(daemon, app, (6...10).map { Self.sample($0) }).status == 200)
            #expect(try stored(daemon) == 10)
        }
    }

    private func allowPushes(_ daemon: OwnedDaemon) throws {
        for app in try daemon.database.apps.all() {
            try daemon.database.apps.connections.setPushPermission(.connection, of: app.identifier)
        }
    }

    private func push(_ daemon: OwnedDaemon, _ app: OwnedDaemon.Asker, _ samples: [String]) async throws
        -> OwnedDaemon.Response
    {
        try await daemon.send(
            "POST", "/v1/ingest/healthkit", as: app, json: "{\"samples\":[\(samples.joined(separator: ","))]}")
    }

    private static func pushed(source: String, device: String = "Phone", metadata: String = "{}") -> String {
        """
        {"uuid":"\(UUID().uuidString)","type":"HKQuantityTypeIdentifierStepCount",
         "startDate":"\(APIDate.text(DataFixtures.start))","value":1,"unit":"count","metadata":\(metadata),
         "source":{"name":"\(source)","bundleIdentifier":"org.\(source)"},"device":{"name":"\(device)"}}
        """
    }

    @Test("Sources and devices that an app names in its pushes, whether others have named them or not")
    func origins() async throws {
        try await OwnedDaemon.with(quotas: [.sources: 3, .devices: 2], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            try allowPushes(daemon)
            let first = try await push(daemon, app, ["a", "b", "c"].map { Self.pushed(source: $0) })
            #expect(first.status == 200, "\(first.text)")
            try daemon.database.write { db in
                try db.execute(sql: "INSERT INTO source (name, bundle_identifier) VALUES ('known', 'org.known')")
            }
            for name in ["known", "new"] {
                let refused = try await push(daemon, app, [Self.pushed(source: name)])
                #expect(refused.status == 507 && refused.problem?.detail.contains("sources") == true, "\(refused.text)")
            }
            #expect(try await push(daemon, app, [Self.pushed(source: "a", device: "Watch")]).status == 200)
            let refused = try await push(daemon, app, [Self.pushed(source: "a", device: "Ring")])
            #expect(refused.status == 507 && refused.problem?.detail.contains("devices") == true)
            #expect(try daemon.database.sources().map(\.name) == ["a", "b", "c", "known"])
        }
    }

    @Test("Metadata of a push")
    func pushedMetadata() async throws {
        try await OwnedDaemon.with(quotas: [.metadataBytesPerSample: 100, .metadataBytesPerRequest: 250], of: Self.app)
        {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            try allowPushes(daemon)
            func sample(_ bytes: Int) -> String {
                Self.pushed(source: "a", metadata: "{\"key\":\"\(String(repeating: "x", count: bytes - 3))\"}")
            }
            #expect(try await push(daemon, app, [sample(100)]).status == 200)
            let one = try await push(daemon, app, [sample(101)])
            #expect(one.status == 413 && one.problem?.detail.contains("metadataBytesPerSample") == true, "\(one.text)")
            let all = try await push(daemon, app, (1...3).map { _ in sample(100) })
            #expect(all.status == 413 && all.problem?.detail.contains("metadataBytesPerRequest") == true)
        }
    }

    @Test("Metadata of a sample and of a request")
    func metadata() async throws {
        try await OwnedDaemon.with(quotas: [.metadataBytesPerSample: 100, .metadataBytesPerRequest: 250], of: Self.app)
        {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            try allowPushes(daemon)
            func sample(_ minute: Int, _ bytes: Int) -> HKQuantitySample {
                Self.sample(minute, metadata: ["key": String(repeating: "x", count: bytes - 3)])
            }
            #expect(try await save(daemon, app, [sample(1, 100)]).status == 200)
            let one = try await save(daemon, app, [sample(2, 101)])
            #expect(one.status == 413 && one.problem?.detail.contains("metadataBytesPerSample") == true)
            #expect(try await save(daemon, app, (2...3).map { sample($0, 100) }).status == 200)
            let all = try await save(daemon, app, (4...6).map { sample($0, 100) })
            #expect(all.status == 413 && all.problem?.detail.contains("metadataBytesPerRequest") == true)
            #expect(try stored(daemon) == 3)
        }
    }

    @Test("With the default quotas, 50 MB of metadata are refused, and so are 100 KB of one sample")
    func usual() async throws {
        try await OwnedDaemon.with(quotas: [:], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            let text = String(repeating: "x", count: 100_000)
            #expect(try await save(daemon, app, [Self.sample(1, metadata: ["key": text])]).status == 413)
            let many = (0..<100).map { Self.sample($0, metadata: ["key": String(text.prefix(60_000))]) }
            #expect(try await save(daemon, app, many).status == 413)
            #expect(try stored(daemon) == 0)
        }
    }

    @Test("Attachments are limited by their quota, before the body and within it, and removing one frees space")
    func attachments() async throws {
        try await OwnedDaemon.with(quotas: [.attachmentBytes: 1000], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            let sample = Self.sample(1)
            #expect(try await save(daemon, app, [sample]).status == 200)
            let path = "/v1/samples/\(sample.uuid)/attachments"
            func attach(_ count: Int) async throws -> OwnedDaemon.Response {
                try await daemon.send(
                    "POST", path + "?name=a&contentType=public.data", as: app,
                    headers: [("Content-Type", "application/octet-stream")], body: Data(count: count))
            }
            let first = try await attach(600)
            #expect(first.status == 201, "\(first.text)")
            let refused = try await attach(401)
            #expect(refused.status == 507 && refused.problem?.detail.contains("attachmentBytes") == true)
            #expect(try await attach(400).status == 201)
            #expect(try await attach(1).status == 507)
            let uuid = try #require(first.json?["uuid"]?.string)
            #expect(try await daemon.send("DELETE", "/v1/attachments/\(uuid)", as: app).status == 204)
            #expect(try await attach(600).status == 201)
            let folder = daemon.database.url.path + ".attachments"
            // The file of a refused upload can still exist for a moment.
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix(".part") }
            #expect(files.count == 2)
        }
    }

    /// Begins an upload over a separate connection, which is reset at the end of the object.
    private func upload(
        _ daemon: OwnedDaemon, _ app: OwnedDaemon.Asker, _ path: String, _ length: String, _ bytes: String
    ) throws -> RawConnection {
        guard case .app(let token) = app else { throw CancellationError() }
        let connection = try RawConnection(port: #require(URL(string: daemon.url)?.port))
        connection.resetAtEnd()
        let head = "POST \(path)?name=a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
        connection.write(
            Array((head + "Content-Type: application/octet-stream\r\n\(length)\r\n\r\n\(bytes)").utf8))
        return connection
    }

    @Test(
        "Unfinished attachments count against the quota, and their end frees it",
        arguments: ["Content-Length: 600000", "Transfer-Encoding: chunked"])
    func unfinishedAttachments(length: String) async throws {
        try await OwnedDaemon.with(quotas: [.attachmentBytes: 1_000_000], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            let sample = Self.sample(1)
            #expect(try await save(daemon, app, [sample]).status == 200)
            let path = "/v1/samples/\(sample.uuid)/attachments"
            func attach(_ count: Int) async throws -> OwnedDaemon.Response {
                try await daemon.send(
                    "POST", path + "?name=a", as: app, headers: [("Content-Type", "application/octet-stream")],
                    body: Data(count: count))
            }
            let uploads = daemon.services.attachments
            let isChunked = length.hasSuffix("chunked")
            // The length is reserved at the start, and chunks as they are written.
            let bytes = isChunked ? "927c0\r\n" + String(repeating: "a", count: 600_000) : "a"
            let least = isChunked ? 262_144 : 600_000
            var first: RawConnection? = try upload(daemon, app, path, length, bytes)
            await uploads.byteChanges.wait { uploads.used >= least }
            let refused = try await attach(1_000_001 - least)
            #expect(refused.status == 507 && refused.problem?.detail.contains("attachmentBytes") == true)
            #expect(try await attach(300_000).status == 201)
            withExtendedLifetime(first) {}
            first = nil
            await uploads.changes.wait { uploads.count == 0 }
            #expect(uploads.used == 0)
            #expect(try await attach(700_001).status == 507)
            #expect(try await attach(700_000).status == 201)
            await uploads.changes.wait { uploads.count == 0 }
            #expect(uploads.used == 0)
        }
    }

    @Test("An app uploads a few attachments at a time, and other apps are not affected")
    func uploads() async throws {
        try await OwnedDaemon.with(quotas: [:], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            let other = "org.example.other"
            let token = try await daemon.register(other)
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .authorized), app: other, type: DataFixtures.steps.identifier)
            func path(_ asker: OwnedDaemon.Asker, _ minute: Int) async throws -> String {
                let sample = Self.sample(minute)
                #expect(try await save(daemon, asker, [sample]).status == 200)
                return "/v1/samples/\(sample.uuid)/attachments"
            }
            func attach(_ asker: OwnedDaemon.Asker, _ path: String) async throws -> OwnedDaemon.Response {
                try await daemon.send(
                    "POST", path + "?name=a", as: asker, headers: [("Content-Type", "application/octet-stream")],
                    body: Data(count: 10))
            }
            let (uploads, most) = (daemon.services.attachments, AttachmentUploads.maximumForOne)
            let (own, theirs) = (try await path(app, 1), try await path(.app(token), 2))
            var open = try (0..<most).map { _ in try upload(daemon, app, own, "Content-Length: 10", "a") }
            await uploads.changes.wait { uploads.count == most }
            let refused = try await attach(app, own)
            #expect(refused.status == 429 && refused.problem?.retryAfter != nil, "\(refused.text)")
            #expect(try await attach(.app(token), theirs).status == 201)
            withExtendedLifetime(open) {}
            open.removeLast()
            await uploads.changes.wait { uploads.count == most - 1 }
            #expect(try await attach(app, own).status == 201)
            withExtendedLifetime(open) {}
        }
    }

    @Test("The owner sees and changes quotas; the app does not")
    func owner() async throws {
        try await OwnedDaemon.with(quotas: [:], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let path = "/v1/owner/apps/\(Self.app)/quotas"
            #expect(try await save(daemon, app, (1...3).map { Self.sample($0) }).status == 200)
            func quotas() async throws -> [String: (Int?, Int?)] {
                let list = try await daemon.send("GET", path, as: owner).json?["quotas"]?.array ?? []
                return Dictionary(
                    uniqueKeysWithValues: list.map {
                        (
                            $0["name"]?.string ?? "",
                            ($0["limit"]?.double.map { Int($0) }, $0["used"]?.double.map { Int($0) })
                        )
                    })
            }
            #expect(try await quotas().keys.sorted() == AppQuota.allCases.map(\.rawValue).sorted())
            #expect(try await quotas()["samplesPerDay"] ?? (0, 0) == (AppQuota.samplesPerDay.usual, 3))
            #expect(try await daemon.send("PUT", path, as: owner, json: #"{"samplesPerDay":3}"#).status == 204)
            #expect(try await save(daemon, app, [Self.sample(4)]).status == 429)
            #expect(try await daemon.send("PUT", path, as: owner, json: #"{"samplesPerDay":null}"#).status == 204)
            #expect(try await save(daemon, app, [Self.sample(4)]).status == 200)
            for body in [#"{"samplesPerDay":-1}"#, #"{"samplesPerDay":"a"}"#, #"{"cups":1}"#] {
                #expect(try await daemon.send("PUT", path, as: owner, json: body).status == 400)
            }
            #expect(try await daemon.send("GET", "/v1/owner/apps/unknown/quotas", as: owner).status == 404)
            #expect(try await daemon.send("GET", path, as: app).status == 401)
            var form = [("app", Self.app), ("action", "quotas"), ("webhooks", "0"), ("samplesPerDay", "")]
            #expect(try await daemon.send("POST", "/owner/apps", as: owner, form: form).status == 303)
            #expect(try await quotas()["webhooks"]?.0 == 0)
            form[2].1 = "many"
            #expect(try await daemon.send("POST", "/owner/apps", as: owner, form: form).status == 422)
        }
    }

    @Test("Raising a quota requires a recent passphrase; lowering does not")
    func raising() async throws {
        try await OwnedDaemon.with(quotas: [:], of: Self.app) {
            (daemon: OwnedDaemon, _: OwnedDaemon.Asker) async throws in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let path = "/v1/owner/apps/\(Self.app)/quotas"
            daemon.clock.move(seconds: 301)
            for quota in AppQuota.allCases {
                let name = quota.rawValue
                for (limit, status) in [
                    ("\(quota.usual + 1)", 403), ("1", 204), ("2", 403), ("null", 403), ("1", 204), ("0", 204),
                    ("1", 403),
                ] {
                    let response = try await daemon.send("PUT", path, as: owner, json: "{\"\(name)\":\(limit)}")
                    #expect(response.status == status, "\(name) \(limit)")
                    if status == 403 { #expect(response.problem?.kind == .confirmationRequired) }
                }
                #expect(try daemon.database.apps.quotas.limit(quota, of: Self.app) == 0)
                var form = [("app", Self.app), ("action", "quotas"), (name, "")]
                let page = try await daemon.send("POST", "/owner/apps", as: owner, form: form)
                #expect(page.status == 200 && page.text.contains("name=\"passphrase\""), "\(name)")
                #expect(try daemon.database.apps.quotas.limit(quota, of: Self.app) == 0)
                form.append(("passphrase", OwnedDaemon.passphrase))
                #expect(try await daemon.send("POST", "/owner/apps", as: owner, form: form).status == 303)
                #expect(try daemon.database.apps.quotas.limit(quota, of: Self.app) == quota.usual)
                daemon.clock.move(seconds: 301)
            }
        }
    }
}
