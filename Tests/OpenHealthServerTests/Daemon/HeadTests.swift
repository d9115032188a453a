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

/// Tests that responses to HEAD have the headers of responses to GET.
@Suite(.timeLimit(.usual)) struct HeadTests {
    /// Returns the header fields that describe the response.
    private static func head(_ response: OwnedDaemon.Response) -> [String] {
        response.headers.map { (name: $0.name.lowercased(), value: $0.value) }
            .filter {
                !["date", "x-request-id", "ratelimit", "transfer-encoding", "content-length", "connection"].contains(
                    $0.name)
            }
            .map { "\($0.name): \($0.value)" }.sorted()
    }

    @Test func everyReadablePathSupportsHEAD() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            var asked = 0
            for route in APIRoutes.all where route.method == .get {
                for asker in [OwnedDaemon.Asker.anyone, .app(token), owner] {
                    let path =
                        RoutePaths.filled(route) + RoutePaths.query(route, [("type", "stepCount"), ("wait", "0")])
                    let head = try await daemon.send("HEAD", path, as: asker)
                    #expect(head.body.isEmpty, "\(route.id)")
                    if route.isStream {
                        #expect(head.status == 405, "\(route.id)")
                        #expect(head.header("Allow")?.contains("HEAD") == false, "\(route.id)")
                        continue
                    }
                    asked += 1
                    let whole = try await daemon.send("GET", path, as: asker)
                    #expect(head.status == whole.status, "\(route.id)")
                    // Metrics, pages with secrets and other responses that differ each time.
                    guard !["metrics"].contains(route.id), !route.isPage else { continue }
                    #expect(Self.head(head) == Self.head(whole), "\(route.id)")
                    #expect(head.header("Content-Length") == String(whole.body.count), "\(route.id)")
                }
            }
            #expect(asked > 100)
            let refused = try await daemon.send("PUT", "/v1/app/token", as: .app(token), json: "{}")
            #expect(refused.status == 405 && refused.header("Allow") == "POST")
            let other = try await daemon.send("PUT", "/v1/types", as: .app(token), json: "{}")
            #expect(other.status == 405 && other.header("Allow") == "GET, HEAD")
        }
    }

    /// A response that is written in parts also has a length.
    @Test func longAnswersHaveAContentLength() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let steps = HKQuantityType(.stepCount)
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .authorized), app: "org.example.steps", type: steps.identifier)
            let app = AppIdentity(identifier: "org.example.steps", name: "Steps")
            try AppAccess(database: daemon.database, app: app).save((0..<3000).map { DataFixtures.stepSample($0) })
            for path in ["/v1/statistics?type=stepCount&every=minute", "/v1/samples?type=stepCount&limit=3000"] {
                for accept in ["application/json", "application/x-ndjson"] {
                    let headers = [("Accept", accept)]
                    let whole = try await daemon.send("GET", path, as: .app(token), headers: headers)
                    let head = try await daemon.send("HEAD", path, as: .app(token), headers: headers)
                    #expect(whole.body.count > 100_000)
                    #expect(head.status == 200 && head.body.isEmpty)
                    #expect(head.header("Content-Length") == String(whole.body.count))
                    #expect(head.header("Content-Type") == whole.header("Content-Type"))
                }
            }
            // The connection can be used for the next request.
            #expect(try await daemon.send("GET", "/healthz").status == 200)
        }
    }
}
