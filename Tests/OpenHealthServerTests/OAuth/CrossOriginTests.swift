// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOHTTP1
import OpenHealthAPI
import OpenHealthModel
import NIOCore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of requests that pages of other origins send.
@Suite(.timeLimit(.usual)) struct CrossOriginTests {
    private static let origin = "https://app.example"
    private static let allowed = "Access-Control-Allow-Origin"

    private static func preflight(
        _ daemon: OwnedDaemon, _ path: String, _ origin: String = origin, method: String = "GET"
    ) async throws -> OwnedDaemon.Response {
        try await daemon.send(
            "OPTIONS", path,
            headers: [
                ("Origin", origin), ("Access-Control-Request-Method", method),
                ("Access-Control-Request-Headers", "authorization,content-type"),
            ])
    }

    @Test func pagesOfAnAllowedAppCanUseTheInterface() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            let before = try await Self.preflight(daemon, "/v1/app")
            #expect(before.status == 405 && before.header(Self.allowed) == nil)
            let code = try await app.code(owner)
            for path in [
                "/v1/app", "/v1/samples", "/v1/changes", "/fhir/Observation", "/oauth/token",
                "/.well-known/oauth-authorization-server",
            ] {
                let response = try await Self.preflight(daemon, path)
                #expect(response.status == 204 && response.body.isEmpty, "\(path)")
                #expect(response.header(Self.allowed) == Self.origin, "\(path)")
                #expect(response.header("Vary")?.contains("Origin") == true, "\(path)")
                #expect(response.header("Allow") == nil && response.header("Access-Control-Allow-Credentials") == nil)
                let fields = try #require(response.header("Access-Control-Allow-Headers"))
                for field in ["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID"] {
                    #expect(fields.contains(field), "\(field)")
                }
                #expect(response.header("Access-Control-Allow-Methods")?.contains("DELETE") == true)
            }
            // The page exchanges the code itself.
            let exchanged = try await daemon.send(
                "POST", "/oauth/token",
                form: OAuthApp.exchange(code).map { ($0.key, $0.value) } + [("client_id", app.id)],
                headers: [("Origin", Self.origin)])
            #expect(exchanged.header(Self.allowed) == Self.origin)
            let tokens = try OAuthApp.tokens(exchanged)
            let response = try await daemon.send(
                "GET", "/v1/types", as: .app(tokens.access),
                headers: [("Origin", Self.origin), ("Accept-Encoding", "gzip")])
            #expect(response.status == 200 && response.header(Self.allowed) == Self.origin)
            #expect(response.header("Access-Control-Expose-Headers")?.contains("Retry-After") == true)
            #expect(response.header("Vary")?.contains("Origin") == true)
            // The page learns that its token has expired.
            daemon.clock.move(seconds: 3601)
            let expired = try await daemon.send(
                "GET", "/v1/app", as: .app(tokens.access), headers: [("Origin", Self.origin)])
            #expect(expired.status == 401 && expired.header(Self.allowed) == Self.origin)
            #expect(expired.text.contains("expired"))
            try daemon.services.apps.revoke(app.id)
            #expect(try await Self.preflight(daemon, "/v1/app").header(Self.allowed) == nil)
        }
    }

    @Test func otherOriginsAppsAndTheOwnersRoutesAreExcluded() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            let tokens = try await app.tokens(try await app.code(owner))
            let other = try await daemon.register("org.example.other")
            for origin in [
                "https://app.example.evil.example", "https://app.example:444", "https://app.example:443",
                "http://app.example", "https://APP.example", "https://app.example/", "https://evil.example", "null",
                "*", "",
            ] {
                #expect(try await Self.preflight(daemon, "/v1/app", origin).header(Self.allowed) == nil, "\(origin)")
                let response = try await daemon.send(
                    "GET", "/v1/app", as: .app(tokens.access), headers: [("Origin", origin)])
                #expect(response.header(Self.allowed) == nil, "\(origin)")
            }
            // The origin belongs to one app.
            let foreign = try await daemon.send("GET", "/v1/app", as: .app(other), headers: [("Origin", Self.origin)])
            #expect(foreign.status == 200 && foreign.header(Self.allowed) == nil)
            // No page of another origin reaches the owner's routes, the pages, or the session of the web app.
            for route in APIRoutes.all
            where route.audience == .owner || (route.isPage && !route.isOAuth && !route.isFHIR) {
                let path = RoutePaths.filled(route)
                #expect(try await Self.preflight(daemon, path).header(Self.allowed) == nil, "\(route.id)")
                let response = try await daemon.send(
                    route.method.rawValue, path, as: .owner(owner), headers: [("Origin", Self.origin)])
                #expect(response.header(Self.allowed) == nil, "\(route.id)")
            }
            let session = [("Origin", Self.origin), ("Cookie", "\(OwnerSessionNames.cookie)=\(owner.cookie)")]
            let token = WebApp.token(Secret.hash(owner.token))
            let web = try await daemon.send("GET", "/v1/types", as: .app(token), headers: session)
            #expect(web.status == 403)
        }
    }

    /// A page reads the stream with `fetch`, since `EventSource` sends no token.
    @Test func aPageCanReadTheStream() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            let tokens = try await app.tokens(try await app.code(owner))
            var request = HTTPClientRequest(url: daemon.url + "/v1/changes?type=stepCount")
            request.headers.add(name: "Origin", value: Self.origin)
            request.headers.add(name: "Authorization", value: "Bearer \(tokens.access)")
            let response = try await HTTPClient.shared.execute(request, timeout: .hours(1))
            #expect(response.status.code == 200)
            #expect(response.headers.first(name: Self.allowed) == Self.origin)
            var events = EventReader(response)
            #expect(try await events.next()?.name == "place")
            // The stream ends with the consent.
            _ = try await daemon.send(
                "POST", "/oauth/revoke", form: [("client_id", app.id), ("token", tokens.refresh)])
            while try await events.next() != nil {}
        }
    }
}
