// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct CompressedResponsesTests {
    private let path = "/v1/samples?type=stepCount&limit=500"

    @Test func longJSONIsCompressedForClientsThatAcceptIt() async throws {
        try await TestDaemon.with { daemon in
            let token = try await Self.steps(300, daemon)
            let plain = try await daemon.send("GET", path, token: token)
            #expect(plain.header("Content-Encoding") == nil)
            #expect(plain.header("Vary") == "Accept-Encoding")
            let head = try await daemon.send("HEAD", path, token: token, headers: [("Accept-Encoding", "gzip")])
            let packed = try await daemon.send(
                "GET", path, token: token, headers: [("Accept-Encoding", "br, gzip;q=0.8")])
            #expect(packed.status == 200)
            #expect(packed.header("Content-Encoding") == "gzip")
            #expect(packed.bytes.count * 4 < plain.bytes.count)
            #expect(packed.header("Content-Length") == "\(packed.bytes.count)")
            #expect(head.header("Content-Length") == packed.header("Content-Length"))

            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gzip-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let files = ["packed.gz", "plain", "errors"].map { folder.appendingPathComponent($0) }
            try Data(packed.bytes).write(to: files[0])
            let gzip = try RunningProcess(["gzip", "-dc", files[0].path], output: files[1], errors: files[2])
            #expect(await gzip.end() == 0)
            let text = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
            #expect(text == plain.text)
        }
    }

    @Test(arguments: ["", "identity", "br", "gzip;q=0", "gzip; q=0.00, br"])
    func clientsThatDoNotAcceptGzipGetPlainJSON(accepted: String) async throws {
        try await TestDaemon.with { daemon in
            let token = try await Self.steps(60, daemon)
            let response = try await daemon.send("GET", path, token: token, headers: [("Accept-Encoding", accepted)])
            #expect(response.header("Content-Encoding") == nil)
            #expect(try response.json.required("samples").array().count == 60)
        }
    }

    @Test func shortAnswersAndStreamsAreNotCompressed() async throws {
        try await TestDaemon.with { daemon in
            let token = try await Self.steps(60, daemon)
            let short = try await daemon.send(
                "GET", "/v1/samples?type=stepCount&limit=1", token: token, headers: [("Accept-Encoding", "gzip")])
            #expect(short.bytes.count < CompressedResponses.minimumLength)
            #expect(short.header("Content-Encoding") == nil)
            let lines = try await daemon.send(
                "GET", path, token: token, headers: [("Accept-Encoding", "gzip"), ("Accept", "application/x-ndjson")])
            #expect(lines.status == 200)
            #expect(lines.header("Content-Encoding") == nil)
        }
    }

    private static func steps(_ count: Int, _ daemon: TestDaemon) async throws -> String {
        let token = try daemon.app("long")
        try daemon.allow("long", share: [DataFixtures.steps], read: [DataFixtures.steps])
        try await daemon.save((0..<count).map { DataFixtures.stepSample($0) }, token: token)
        return token
    }
}
