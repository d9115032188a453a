// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of samples of two apps with the same UUID.
@Suite(.timeLimit(.usual)) struct SharedUUIDRouteTests {
    @Test func `an app gets its own sample, and else the first that it may read`() async throws {
        try await TestDaemon.with { daemon in
            let apps = ["first", "second", "reader", "stranger"]
            let tokens = try apps.map { try daemon.app($0) }
            for app in apps.prefix(2) { try daemon.allow(app, share: [DataFixtures.steps, DataFixtures.mass]) }
            try daemon.allow("reader", read: [DataFixtures.steps, DataFixtures.mass])
            try daemon.allow("stranger", read: [DataFixtures.mass])
            let uuid = UUID()
            let types = [("stepCount", 12, "count"), ("bodyMass", 70, "kg")]
            for (token, (type, value, unit)) in zip(tokens, types) {
                let sent = """
                    {"samples":[{"uuid":"\(uuid)","type":"\(type)","startDate":"2026-03-14T07:30:00Z",\
                    "value":\(value),"unit":"\(unit)"}]}
                    """
                let saved = try await daemon.send("POST", "/v1/samples", token: token, json: JSONValue(sent))
                #expect(saved.status == 200, "\(saved.text)")
            }
            // The stranger may read only the second sample.
            for (token, app) in zip(tokens, ["first", "second", "first", "second"]) {
                for _ in 0..<2 {
                    let sample = try await daemon.send("GET", "/v1/samples/\(uuid)", token: token).json
                    let source = try sample.required("source").required("bundleIdentifier").string()
                    #expect(source == "org.example.\(app)")
                }
            }
            let deleted = try await daemon.send("DELETE", "/v1/samples/\(uuid)", token: tokens[0])
            #expect(deleted.status == 204 || deleted.status == 200, "\(deleted.text)")
            let left = try await daemon.send("GET", "/v1/samples/\(uuid)", token: tokens[2]).json
            #expect(try left.required("source").required("bundleIdentifier").string() == "org.example.second")
        }
    }
}
