// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOCore
import NIOHTTP1
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct SecrecyTests {
    /// Requests about a type, whose responses must be the same for a denied type and a type without data.
    private static let requests: [(method: String, path: String, body: String?, accept: String)] = [
        ("GET", "/v1/samples?type=TYPE", nil, "*/*"), ("GET", "/v1/samples?type=TYPE&order=-quantity", nil, "*/*"),
        ("GET", "/v1/samples?type=TYPE&order=newestFirst", nil, "application/x-ndjson"),
        ("POST", "/v1/samples/query", #"{"parts":[{"type":"TYPE"}]}"#, "*/*"),
        ("POST", "/v1/samples/query", #"{"parts":[{"type":"TYPE"}],"order":[{"key":"uuid"}]}"#, "application/x-ndjson"),
        ("POST", "/v1/samples/queries", #"{"queries":[{"parts":[{"type":"TYPE"}]}]}"#, "*/*"),
        ("POST", "/v1/correlations/query", #"{"type":"bloodPressure","members":[{"type":"TYPE"}]}"#, "*/*"),
        ("POST", "/v1/changes/query", #"{"parts":[{"type":"TYPE"}]}"#, "*/*"),
        ("POST", "/v1/changes/query", #"{"parts":[{"type":"TYPE"}],"anchor":"0","limit":1}"#, "*/*"),
        ("POST", "/v1/changes/types", #"{"parts":[{"type":"TYPE"}],"after":"0","through":"0"}"#, "*/*"),
        ("POST", "/v1/samples/delete", #"{"type":"stepCount","predicate":"metadata.TYPE == 1"}"#, "*/*"),
    ]

    @Test func deniedAndEmptyHaveTheSameBytes() async throws {
        try await TestDaemon.with { daemon in
            let pressures = [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)]
            let owner = try daemon.app("owner")
            try daemon.allow("owner", share: [DataFixtures.rate], read: [DataFixtures.rate])
            let rates = (0..<20).map { minute in
                HKQuantitySample(
                    type: DataFixtures.rate, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60),
                    start: DataFixtures.start + Double(minute), end: DataFixtures.start + Double(minute))
            }
            try await daemon.save(rates, token: owner)
            let token = try daemon.app("curious")
            // The denied type has samples, and the other one has none.
            try daemon.allow("curious", share: [DataFixtures.steps], read: [DataFixtures.mass] + pressures)
            try daemon.deny("curious", [DataFixtures.rate])
            #expect(Set(Self.requests.map(\.path)).count >= 6)
            for request in Self.requests {
                var responses: [(String, [String])] = []
                for type in ["heartRate", "bodyMass"] {
                    let response = try await daemon.send(
                        request.method, request.path.replacing("TYPE", with: type), token: token,
                        json: request.body.flatMap { JSONValue($0.replacing("TYPE", with: type)) },
                        headers: [("Accept", request.accept)])
                    #expect(response.status == 200, "\(request): \(response.text)")
                    let headers = response.headers.filter {
                        !["date", "x-request-id", "ratelimit"].contains($0.name.lowercased())
                    }.map {
                        "\($0.name): \($0.value)"
                    }
                    responses.append((response.text, headers.sorted()))
                }
                #expect(responses[0].0 == responses[1].0)
                #expect(responses[0].1 == responses[1].1)
            }
            // An invisible sample appears as a missing one.
            for (method, path) in [("GET", "/v1/samples/"), ("GET", "/v1/samples/"), ("DELETE", "/v1/samples/")] {
                var texts: [String] = []
                for uuid in [rates[0].uuid, UUID()] {
                    let response = try await daemon.send(method, path + uuid.uuidString, token: token)
                    #expect(response.status == 404)
                    texts.append(response.text.replacing(uuid.uuidString, with: "UUID"))
                }
                #expect(texts[0] == texts[1])
            }
        }
    }

    @Test func anUnrequestedTypeIsAnError() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("new")
            for request in Self.requests
            where !request.path.contains("correlations") && !request.path.contains("delete") {
                let response = try await daemon.send(
                    request.method, request.path.replacing("TYPE", with: "heartRate"), token: token,
                    json: request.body.flatMap { JSONValue($0.replacing("TYPE", with: "heartRate")) },
                    headers: [("Accept", request.accept)])
                // If there are no changes between two anchors, no permission is needed.
                if request.path.hasSuffix("types") { continue }
                #expect(response.status == 403, "\(request.path)")
                #expect(response.problem?.healthKitCode == HKError.Code.errorAuthorizationNotDetermined.rawValue)
            }
            let stream = try await daemon.send("GET", "/v1/changes?type=heartRate", token: token)
            #expect(stream.status == 403)
        }
    }

    /// Problems do not repeat the request.
    @Test(arguments: [
        #"{"samples":[{"type":"stepCount","startDate":"SECRET","value":1,"unit":"count"}]}"#,
        #"{"samples":[{"type":"SECRET","startDate":"2026-03-14T07:30:00Z"}]}"#,
        #"{"samples":[{"type":"stepCount","startDate":"2026-03-14T07:30:00Z","value":"SECRET","unit":"count"}]}"#,
        #"{"samples":[{"type":"stepCount","startDate":"2026-03-14T07:30:00Z","value":1,"unit":"SECRET"}]}"#,
        #"{"samples":[{"type":"stepCount","startDate":"2026-03-14T07:30:00Z","value":1,"unit":"count","metadata":{"a":["SECRET"]}}]}"#,
        #"{"samples":"SECRET"}"#, #"{"samples":[],"savesNewOnly":"SECRET"}"#, #"SECRET"#,
    ])
    func problemsRevealNothing(body: String) async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("clumsy")
            try daemon.allow("clumsy", share: [DataFixtures.steps], read: [DataFixtures.steps])
            var request = daemon.request("POST", "/v1/samples", token: token)
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
            let response = try await daemon.client.execute(request, timeout: .hours(1))
            let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
            #expect(response.status.code == 400 || response.status.code == 422)
            #expect(response.headers.first(name: "Content-Type") == "application/problem+json")
            #expect(!text.contains("SECRET"))
        }
    }
}
