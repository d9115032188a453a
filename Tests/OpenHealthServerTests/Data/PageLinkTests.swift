// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the fields of responses that say how to go on: the next page, and the limit for requests.
@Suite(.timeLimit(.usual)) struct PageLinkTests {
    @Test func `a page has a link to the next one, and the last page has none`() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("reader")
            try daemon.allow("reader", share: [DataFixtures.steps], read: [DataFixtures.steps])
            try await daemon.save((0..<5).map { DataFixtures.stepSample($0) }, token: token)
            var path = "/v1/samples?type=stepCount&from=2020-01-01T00:00:00%2B01:00&limit=2"
            var counts: [Int] = []
            while true {
                // The second response comes from the cache.
                _ = try await daemon.send("GET", path, token: token)
                let response = try await daemon.send("GET", path, token: token)
                counts.append(try response.json.required("samples").array().count)
                guard let link = response.header("Link") else {
                    #expect(response.json.value["cursor"] == nil)
                    break
                }
                #expect(
                    link.hasPrefix("</v1/samples?type=stepCount&from=2020-01-01T00%3A00%3A00%2B01%3A00&limit=2&cursor=")
                )
                #expect(link.hasSuffix(">; rel=\"next\""))
                path = String(link.dropFirst().prefix { $0 != ">" })
            }
            #expect(counts == [2, 2, 1])
        }
    }

    /// The responses of these routes have the field in ``a page has a link to the next one, and the last page has none()``,
    /// `SeriesRouteTests`, `SummaryRouteTests` and `SourceOrderRouteTests`.
    @Test func `the routes with pages are those whose responses have a cursor`() {
        func hasCursor(_ schema: JSONValue) -> Bool {
            if case .string(let reference)? = schema["$ref"] {
                return APIComponents.all.contains { reference.hasSuffix("/" + $0.name) && hasCursor($0.schema.json) }
            }
            return schema["properties"]?["cursor"] != nil
        }
        let routes = APIRoutes.all.filter { route in
            route.method == .get && route.responses.contains { $0.content.contains { hasCursor($0.schema.json) } }
        }
        #expect(routes.map(\.id) == APIRoutes.all.filter(\.hasNextPages).map(\.id))
        let tested = [
            "listSamples", "summarizeWorkouts", "readRoute", "readHeartbeats", "readReadings", "listOwnerSources",
        ]
        #expect(Set(routes.map(\.id)) == Set(tested))
    }

    @Test func `every response to an app has a date, an identifier and the limit for requests`() async throws {
        try await TestDaemon.with {
            $0.limits.burst = 10_000
        } _: { daemon in
            let token = try daemon.app("thorough")
            let ends = ["removeApp", "rotateToken"]
            let routes = APIRoutes.all.filter { $0.audience == .app && !$0.isStream && !ends.contains($0.id) }
            #expect(routes.count > 100)
            for route in routes {
                let path = RoutePaths.filled(route) + RoutePaths.query(route, [("type", "stepCount"), ("wait", "0")])
                let response = try await daemon.send(
                    route.method.rawValue, path, token: token, json: route.body == nil ? nil : .object([]))
                #expect(
                    response.header("RateLimit-Policy")?.hasPrefix("\"requests\";q=10000;w=") == true, "\(route.id)")
                #expect(response.header("RateLimit")?.hasPrefix("\"requests\";r=") == true, "\(route.id)")
                #expect(response.header("X-Request-ID")?.wholeMatch(of: /[0-9a-f]{16}/) != nil, "\(route.id)")
                let date = try #require(response.header("Date"), "\(route.id)")
                #expect(HTTPDate.seconds(date).map { HTTPDate.text(milliseconds: $0 * 1000) } == date, "\(route.id)")
            }
        }
    }

    @Test func `answers state the limit for requests, also when it is reached`() async throws {
        try await TestDaemon.with {
            $0.limits.burst = 3
            $0.limits.requestsPerSecond = 0.5
            $0.steadyClock = ManualClock()
        } _: { daemon in
            let token = try daemon.app("busy")
            var fields: [String?] = []
            for _ in 1...4 {
                let response = try await daemon.send("GET", "/v1/app", token: token)
                #expect(response.header("RateLimit-Policy") == "\"requests\";q=3;w=6")
                fields.append(response.header("RateLimit"))
            }
            // A request returns after two seconds.
            #expect(fields == [2, 1, 0, 0].map { "\"requests\";r=\($0);t=\((3 - $0) * 2)" })
            #expect(try await daemon.send("GET", "/healthz").header("RateLimit") == nil)
        }
    }

    @Test func `an app sees its quotas and the version of the server`() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("counted")
            try daemon.allow("counted", share: [DataFixtures.steps], read: [DataFixtures.steps])
            try await daemon.save([DataFixtures.stepSample(0), DataFixtures.stepSample(1)], token: token)
            let account = try await daemon.send("GET", "/v1/app", token: token).json
            #expect(try account.required("serverVersion").string() == daemon.services.configuration.version)
            let quotas = try account.required("quotas").array().map { $0.value }
            #expect(quotas.compactMap { $0["name"]?.string } == AppQuota.allCases.map(\.rawValue))
            let saved = quotas.first { $0["name"]?.string == "samplesPerDay" }
            #expect(saved?["limit"] == .integer(1_000_000) && saved?["used"] == .integer(2))
            // What the person does with the data of the app is not visible.
            #expect(quotas.first { $0["name"]?.string == "sources" }?["used"] == nil)
        }
    }
}
