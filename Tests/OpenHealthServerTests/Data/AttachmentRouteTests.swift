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

@Suite(.timeLimit(.usual)) struct AttachmentRouteTests {
    private static let type = HKQuantityType(.bodyMass)

    private static func sample() -> HKQuantitySample {
        HKQuantitySample(
            type: type, quantity: HKQuantity(unit: .pound(), doubleValue: 150),
            start: Date(timeIntervalSince1970: 1.77e9), end: Date(timeIntervalSince1970: 1.77e9))
    }

    private static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    private static let plain = "application/octet-stream"

    private static func files(_ database: HealthDatabase) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: database.url.path + ".attachments"))?.sorted() ?? []
    }

    @Test func attachmentsRoundTrip() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 51)
            let app = try world.trustedApp("scale")
            let sample = Self.sample()
            try app.access.save([sample])
            let path = "/v1/samples/\(sample.uuid)/attachments"
            var made: [StoredAttachment] = []
            let metadata: [String: HKMetadataValue] = [
                "page": .integer(2), "scale": .double(1), "taken": .date(Date(timeIntervalSince1970: 1.7e9 + 1 / 3)),
            ]
            for (number, size) in [0, 1, 70_000, 3_000_001].enumerated() {
                let content = Self.bytes(size, &random)
                let response = try await app.ask(
                    .POST,
                    path + "?name=\(encoded("../../etc/pass\(number) \"é\".html"))&contentType=public.html"
                        + "&metadata=\(encoded(JSONFormat.metadata.json(metadata).text))",
                    body: .bytes(content), type: Self.plain)
                try #require(response.status == 201, "\(response.text)")
                let attachment = try StoredAttachment(response.json())
                #expect(attachment.size == size && attachment.metadata == metadata)
                made.append(attachment)
                let download = try await app.get("/v1/attachments/\(attachment.uuid)/content")
                #expect(download.body == content)
                // The declared type does not cause a browser to render the file.
                #expect(download.header("Content-Type") == Self.plain)
                let name = ".._.._etc_pass\(number)%20%22%C3%A9%22.html"
                #expect(
                    download.header("Content-Disposition")
                        == "attachment; filename=\"\(attachment.uuid)\"; filename*=UTF-8''\(name)")
                #expect(download.header("X-Content-Type-Options") == "nosniff")
                #expect(download.header("Content-Security-Policy")?.contains("sandbox") == true)
                let part = try await app.get("/v1/attachments/\(attachment.uuid)/content?offset=60000&count=5000")
                #expect(part.body == Array(content.dropFirst(60_000).prefix(5000)))
            }
            // The names that programs read which do not read `filename*`.
            for (name, plain) in [("note 1.txt", "note 1.txt"), (".profile", nil), ("a\"b.txt", nil), ("..", nil)] {
                let response = try await app.ask(
                    .POST, path + "?name=\(encoded(name))", body: .bytes([1]), type: Self.plain)
                let uuid = try StoredAttachment(response.json()).uuid
                let field = try await app.get("/v1/attachments/\(uuid)/content").header("Content-Disposition")
                #expect(
                    field?.hasPrefix("attachment; filename=\"\(plain ?? uuid.uuidString)\"; filename*=UTF-8''") == true)
                #expect(try await app.ask(.DELETE, "/v1/attachments/\(uuid)").status == 204)
            }
            let stored = try app.access.attachments(of: sample.uuid, type: Self.type)
            let listed = try await app.get(path).json().required("attachments").array().map { try StoredAttachment($0) }
            #expect(listed.map(\.uuid) == stored.map(\.uuid) && listed.map(\.name) == stored.map(\.name))
            #expect(listed.map(\.created) == stored.map(\.created) && listed.map(\.metadata) == stored.map(\.metadata))
            #expect(listed.map(\.contentType) == stored.map(\.contentType) && listed.map(\.size) == stored.map(\.size))
            #expect(made.map(\.uuid) == listed.map(\.uuid))
            // The names of attachments are not those of the files.
            #expect(Self.files(world.database) == made.map(\.uuid.uuidString).sorted())
            let one = try await app.get("/v1/attachments/\(made[0].uuid)")
            #expect(try StoredAttachment(one.json()).name == made[0].name)
            #expect(try await app.ask(.DELETE, "/v1/attachments/\(made[0].uuid)").status == 204)
            #expect(
                try await app.ask(.DELETE, "/v1/attachments/\(made[1].uuid)?sample=\(sample.uuid)&type=bodyMass").status
                    == 204)
            #expect(try app.access.attachments(of: sample.uuid, type: Self.type).count == 2)
            #expect(Self.files(world.database).count == 2)
        }
    }

    @Test func invalidUploadsLeaveNoFile() async throws {
        try await DataWorld.run { world in
            let (app, other) = (try world.trustedApp("scale"), try world.trustedApp("other"))
            let sample = Self.sample()
            try app.access.save([sample])
            let path = "/v1/samples/\(sample.uuid)/attachments"
            for (query, status) in [
                ("", 400), ("?name=", 422), ("?name=a%00b", 422), ("?name=a%0D%0AX: y", 422),
                ("?name=\(String(repeating: "a", count: 1001))", 422), ("?name=a&contentType=text/unknown", 422),
                ("?name=a&contentType=a%0D%0Ab", 400), ("?name=a&metadata=7", 422), ("?name=a&metadata={", 422),
                ("?name=a&type=stepCount", 422),
            ] {
                let target = path + query.replacing(" ", with: "%20").replacing("{", with: "%7B")
                let response = try await app.ask(.POST, target, body: .bytes([1]), type: Self.plain)
                #expect(response.status == status, "\(query.prefix(30)) \(response.text)")
            }
            #expect(try await app.ask(.POST, path + "?name=a", body: .bytes([1]), type: "text/html").status == 415)
            #expect(try await other.ask(.POST, path + "?name=a", body: .bytes([1]), type: Self.plain).status == 422)
            #expect(Self.files(world.database).isEmpty)
        }
    }

    @Test func mediaTypesAreAcceptedAndDownloadsHaveThem() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("scale")
            let sample = Self.sample()
            try app.access.save([sample])
            for (sent, stored, written, download) in [
                ("image/jpeg", "public.jpeg", "image/jpeg", "image/jpeg"),
                ("image/jpg", "public.jpeg", "image/jpeg", "image/jpeg"),
                ("com.adobe.pdf", "com.adobe.pdf", "application/pdf", "application/pdf"),
                ("text/html", "public.html", "text/html", Self.plain),
                ("image/svg+xml", "public.svg-image", "image/svg+xml", Self.plain),
                ("text/plain;%20charset=utf-8", "public.plain-text", "text/plain", "text/plain"),
                ("image/svg%2Bxml", "public.svg-image", "image/svg+xml", Self.plain),
                ("org.example.own", "org.example.own", nil, Self.plain),
            ] as [(String, String, String?, String)] {
                let response = try await app.ask(
                    .POST, "/v1/samples/\(sample.uuid)/attachments?name=a&contentType=\(sent)", body: .bytes([1]),
                    type: Self.plain)
                #expect(response.status == 201, "\(response.text)")
                let attachment = try StoredAttachment(response.json())
                #expect(response.header("Location") == "/v1/attachments/\(attachment.uuid)")
                #expect(attachment.contentType == stored)
                #expect(try response.json().optional("mediaType")?.string() == written)
                let file = try await app.get("/v1/attachments/\(attachment.uuid)/content")
                #expect(file.header("Content-Type") == download, "\(sent)")
            }
        }
    }

    @Test func partsAreReadByRangesOfBytes() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("scale")
            let sample = Self.sample()
            try app.access.save([sample])
            func upload(_ bytes: [UInt8]) async throws -> String {
                let response = try await app.ask(
                    .POST, "/v1/samples/\(sample.uuid)/attachments?name=a", body: .bytes(bytes), type: Self.plain)
                return "/v1/attachments/\(try StoredAttachment(response.json()).uuid)/content"
            }
            let content = (0..<200).map { UInt8($0) }
            let path = try await upload(content)
            let whole = try await app.get(path)
            let tag = try #require(whole.header("ETag"))
            #expect(whole.header("Accept-Ranges") == "bytes" && !tag.hasPrefix("W/"))
            for (range, part) in [
                ("bytes=100-199", 100..<200), ("bytes=0-0", 0..<1), ("bytes=190-", 190..<200), ("bytes=-5", 195..<200),
                ("bytes=150-9999", 150..<200), ("BYTES= 1 - 2", 1..<3), ("bytes=-99999999999999999999", 0..<200),
            ] {
                let response = try await app.ask(.GET, path, headers: [("Range", range), ("If-Range", tag)])
                #expect(response.status == 206 && response.body == Array(content[part]), "\(range)")
                let stated = "bytes \(part.lowerBound)-\(part.upperBound - 1)/200"
                #expect(response.header("Content-Range") == stated && response.header("ETag") == tag, "\(range)")
            }
            // Ranges that are not understood, several ones, and those of another file are ignored.
            for (range, known) in [
                ("bytes=2-1", tag), ("bytes=0-1,5-6", tag), ("bytes=-", tag), ("lines=1-2", tag), ("bytes=a-b", tag),
                ("bytes=0-1", "\"another\""), ("bytes=0-1", "W/" + tag),
            ] {
                let response = try await app.ask(.GET, path, headers: [("Range", range), ("If-Range", known)])
                #expect(response.status == 200 && response.body == content, "\(range)")
            }
            let both = try await app.ask(.GET, path + "?offset=5&count=2", headers: [("Range", "bytes=0-1")])
            #expect(both.status == 200 && both.body == [5, 6])
            let empty = try await upload([])
            for (path, range, size) in [
                (path, "bytes=200-", 200), (path, "bytes=-0", 200), (path, "bytes=99999999999999999999-", 200),
                (empty, "bytes=0-", 0),
            ] {
                let response = try await app.ask(.GET, path, headers: [("Range", range)])
                #expect(response.status == 416 && response.header("Content-Range") == "bytes */\(size)", "\(range)")
            }
            let head = try await app.ask(.HEAD, path, headers: [("Range", "bytes=0-1")])
            #expect(head.status == 200 && head.header("Content-Length") == "200" && head.header("ETag") == tag)
            let again = try await app.ask(.GET, path, headers: [("If-None-Match", tag), ("Range", "bytes=0-1")])
            #expect(again.status == 304 && again.body.isEmpty)
        }
    }

    @Test func aRepeatedUploadAttachesTheFileOnce() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("scale")
            let sample = Self.sample()
            try app.access.save([sample])
            let path = "/v1/samples/\(sample.uuid)/attachments?name=a"
            func send(_ bytes: [UInt8], _ key: String) async throws -> DataWorld.Client.Response {
                try await app.ask(
                    .POST, path, body: .bytes(bytes), type: Self.plain, headers: [("Idempotency-Key", key)])
            }
            let first = try await send([1, 2], "one")
            let second = try await send([1, 2], "one")
            #expect(first.status == 201 && second.status == 201 && first.body == second.body)
            #expect(first.header("Location") == second.header("Location") && first.header("Location") != nil)
            #expect(try await send([1, 3], "one").status == 409)
            #expect(try await send([1, 2], "two").status == 201)
            #expect(try app.access.attachments(of: sample.uuid, type: Self.type).count == 2)
            #expect(Self.files(world.database).count == 2)
        }
    }

    @Test func aFileThatIsTooLargeIsRefused() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("scale")
            let sample = Self.sample()
            try app.access.save([sample])
            let path = "/v1/samples/\(sample.uuid)/attachments?name=a"
            let part = ByteBuffer(repeating: 7, count: 1 << 20)
            for length in [HTTPClientRequest.Body.Length.unknown, .known(Int64(101 << 20))] {
                let parts = AsyncStream<ByteBuffer> { stream in
                    for _ in 0..<101 { stream.yield(part) }
                    stream.finish()
                }
                do {
                    let response = try await app.ask(
                        .POST, path, body: .stream(parts, length: length), type: Self.plain)
                    #expect(response.status == 413)
                    #expect(
                        try Problem(response.json().value)?.healthKitCode == HKError.Code.errorDataSizeExceeded.rawValue
                    )
                } catch  where error is HTTPClientError || error is ChannelError || error is IOError {
                    // The daemon has responded and closed the connection before the upload was complete.
                }
                #expect(try app.access.attachments(of: sample.uuid, type: Self.type).isEmpty)
                // The end of the connection can be reported before the file is complete.
                await world.services.requestsInProgress.settled()
                #expect(Self.files(world.database).isEmpty)
            }
            let most = HTTPClientRequest.Body.stream(
                AsyncStream<ByteBuffer> { stream in
                    for _ in 0..<100 { stream.yield(part) }
                    stream.finish()
                }, length: .unknown)
            #expect(try await app.ask(.POST, path, body: most, type: Self.plain).status == 201)
        }
    }

    @Test func aDisconnectedClientLeavesNoFile() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("scale")
            let sample = Self.sample()
            try app.access.save([sample])
            let parts = AsyncStream<ByteBuffer> { stream in
                stream.yield(ByteBuffer(repeating: 7, count: 1 << 20))
                // The rest is never sent.
            }
            let upload = Task {
                try await app.ask(
                    .POST, "/v1/samples/\(sample.uuid)/attachments?name=a",
                    body: .stream(parts, length: .known(Int64(2 << 20))), type: Self.plain)
            }
            // The length is reserved after the file is created.
            let uploads = world.services.attachments
            await uploads.byteChanges.wait { uploads.used == 2 << 20 }
            #expect(Self.files(world.database).count == 1)
            upload.cancel()
            _ = await upload.result
            await world.services.requestsInProgress.settled()
            #expect(Self.files(world.database).isEmpty)
            #expect(try app.access.attachments(of: sample.uuid, type: Self.type).isEmpty)
        }
    }

    /// Two apps can save samples with one UUID. For a reader, an attachment belongs to the sample of its app.
    @Test func attachmentsOfSamplesWithOneIdentifierAreReadable() async throws {
        try await DataWorld.run { world in
            let apps = [try world.app("first"), try world.app("second")]
            let reader = try world.trustedApp("reader")
            let sample = Self.sample()
            var uuids: [UUID] = []
            for (number, app) in apps.enumerated() {
                try app.access.record(
                    AuthorizationDecision(share: [Self.type: .authorized], read: [Self.type: .denied]))
                try app.access.save([sample])
                let response = try await app.ask(
                    .POST, "/v1/samples/\(sample.uuid)/attachments?name=file\(number)", body: .bytes([UInt8(number)]),
                    type: Self.plain)
                uuids.append(try StoredAttachment(response.json()).uuid)
            }
            for (number, uuid) in uuids.enumerated() {
                let (facts, content) = (
                    try await reader.get("/v1/attachments/\(uuid)"),
                    try await reader.get("/v1/attachments/\(uuid)/content")
                )
                #expect(facts.status == 200 && content.status == 200, "\(facts.text)")
                #expect(try StoredAttachment(facts.json()).name == "file\(number)")
                #expect(content.body == [UInt8(number)])
                // Each app sees its own.
                for (other, app) in apps.enumerated() {
                    for path in ["/v1/attachments/\(uuid)", "/v1/attachments/\(uuid)/content"] {
                        #expect(try await app.get(path).status == (other == number ? 200 : 404))
                    }
                }
            }
        }
    }

    @Test func deniedAndMissingAreAlike() async throws {
        try await DataWorld.run { world in
            let (app, denied) = (try world.trustedApp("scale"), try world.app("denied"))
            // An app that has asked for nothing learns the type of no attachment.
            let stranger = try world.app("stranger")
            let (reader, sample) = (try world.trustedApp("reader"), Self.sample())
            try app.access.save([sample])
            let response = try await app.ask(
                .POST, "/v1/samples/\(sample.uuid)/attachments?name=a", body: .bytes([1, 2]), type: Self.plain)
            let attachment = try StoredAttachment(response.json())
            try denied.access.record(AuthorizationDecision(share: [:], read: [Self.type: .denied]))
            let paths = [
                "/v1/attachments/\(attachment.uuid)", "/v1/attachments/\(attachment.uuid)/content",
                "/v1/samples/\(sample.uuid)/attachments", "/v1/samples/\(sample.uuid)/attachments?type=bodyMass",
            ]
            var responses: [DataWorld.Client.Response] = []
            for path in paths {
                #expect(try await reader.get(path).status == 200)
                responses.append(try await denied.get(path))
            }
            for path in paths.dropLast() { #expect(try await stranger.get(path).status == 404, "\(path)") }
            for app in [denied, stranger] { #expect(try await app.ask(.DELETE, paths[0]).status == 404) }
            #expect(try await reader.ask(.DELETE, paths[0]).status == 422)
            try app.access.delete([sample])
            var gone: [DataWorld.Client.Response] = []
            for path in paths { gone.append(try await reader.get(path)) }
            #expect(gone == responses)
            #expect(gone.allSatisfy { $0.status == 404 })
        }
    }
}
