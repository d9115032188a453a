// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of malformed input in every part of a request.
@Suite(.timeLimit(.slow)) struct HostileInputTests {
    @Test(arguments: [
        "/assets/../../../../etc/passwd", "/assets/..%2f..%2f..%2fetc%2fpasswd", "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/assets/....//....//etc/passwd", "/assets/pages.css%00.html", "/assets//etc/passwd", "/assets/pages.css/..",
        "/..%5c..%5cetc/passwd", "//etc/passwd", "/assets/%c0%ae%c0%ae/passwd",
    ])
    func noPathLeavesTheServer(path: String) async throws {
        try await OwnedDaemon.with { daemon in
            let response = try await daemon.raw("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(response.hasPrefix("HTTP/1.1 4"), "\(response)")
            #expect(!response.contains("root:"))
        }
    }

    @Test func noInputBecomesAHeaderField() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let injected = "%0d%0aSet-Cookie:%20planted=1%0d%0a%0d%0a<script>"
            for path in [
                "/owner/login?next=/owner/requests/\(injected)", "/owner/requests/\(injected)", "/assets/\(injected)",
                "/v1/owner/apps/\(injected)/release", "/\(injected)",
            ] {
                for method in ["GET", "POST"] {
                    let response = try await daemon.raw(
                        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nCookie: \(OwnerSessionNames.cookie)=\(owner.cookie)\r\n"
                            + "\(OwnerSessionNames.formTokenField): \(owner.token)\r\nContent-Length: 0\r\n"
                            + "Connection: close\r\n\r\n")
                    let head = response.components(separatedBy: "\r\n\r\n")[0]
                    #expect(!head.contains("planted"), "\(method) \(path): \(response)")
                    #expect(!response.contains("<script>"), "\(method) \(path)")
                }
            }
        }
    }

    @Test func signingInNeverRedirectsToOtherSites() async throws {
        try await OwnedDaemon.with { daemon in
            for next in [
                "https://evil.example", "//evil.example", "/\\evil.example", "/owner/requests/\\..\\evil",
                "javascript:alert(1)",
                "/owner/requests/\r\nSet-Cookie: a=b",
            ] {
                let page = try await daemon.send("GET", "/owner/login")
                let seal = try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.output.1)
                let response = try await daemon.send(
                    "POST", "/owner/login",
                    form: [("csrf", String(seal)), ("passphrase", OwnedDaemon.passphrase), ("next", next)])
                #expect(response.status == 200 && response.text.contains("id=\"next\" href=\"/\""), "\(next)")
            }
        }
    }

    @Test func headersThatAreTooLargeAreRefused() async throws {
        try await OwnedDaemon.with { daemon in
            let large = String(repeating: "a", count: 20_000)
            let many = (0..<2000).map { "X-\($0): a\r\n" }.joined()
            for head in ["X-A: \(large)\r\n", many, "Cookie: \(large)\r\n", "Authorization: Bearer \(large)\r\n"] {
                let response = try await daemon.raw(
                    "GET /v1/app HTTP/1.1\r\nHost: localhost\r\n\(head)Connection: close\r\n\r\n")
                #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 4"), "\(response.prefix(200))")
            }
            let response = try await daemon.raw("GET /\(large)\(large) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 4"), "\(response.prefix(200))")
            #expect(try await daemon.send("GET", "/healthz").status == 200)
        }
    }

    /// Bytes that are not valid UTF-8 are refused in each part of a request.
    @Test func invalidUTF8IsRefused() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let wrong: [UInt8] = [0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]
            func request(path: [UInt8] = [], field: [UInt8] = [], body: [UInt8] = []) -> [UInt8] {
                Array("POST /v1/authorization-requests".utf8) + path + Array(" HTTP/1.1\r\nHost: localhost\r\n".utf8)
                    + Array("Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n".utf8)
                    + Array("Idempotency-Key: a".utf8) + field
                    + Array("\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8) + body
            }
            for bytes in [
                request(path: wrong), request(path: Array("?a=".utf8) + wrong),
                request(path: Array("?a=%ff%c0%80".utf8)),
                request(path: Array("/%ff%fe".utf8)), request(field: wrong),
                request(body: Array("{\"read\":[\"".utf8) + wrong),
                request(body: wrong),
            ] {
                let response = try await daemon.raw(bytes)
                #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 4"), "\(response)")
            }
            #expect(try await daemon.send("GET", "/healthz").status == 200)
        }
    }

    static let bombs: [(name: String, json: String)] = [
        ("deep lists", String(repeating: "[", count: 200_000)),
        ("deep lists that end", String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)),
        ("deep objects", String(repeating: #"{"a":"#, count: 100_000)),
        ("many keys", "{" + (0..<50_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"),
        ("the same key often", "{" + (0..<50_000).map { _ in #""read":[]"# }.joined(separator: ",") + "}"),
        ("a wide list", #"{"read":["# + (0..<100_000).map { _ in #""a""# }.joined(separator: ",") + "]}"),
        ("a long number", #"{"read":"# + String(repeating: "9", count: 500_000) + "}"),
        ("a large exponent", #"{"read":1e999999999}"#),
        ("a long text", #"{"read":[""# + String(repeating: "a", count: 900_000) + #""]}"#),
        ("half a surrogate", #"{"read":["\ud800"]}"#),
        ("a null in a text", #"{"read":["\u0000"]}"#),
        ("no end", #"{"read":["#),
    ]

    @Test(arguments: bombs.map(\.name)) func hostileJSONIsRefused(name: String) async throws {
        let bomb = try #require(Self.bombs.first { $0.name == name })
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let owner = try await daemon.signIn()
            for (path, asker) in [
                ("/v1/authorization-requests", OwnedDaemon.Asker.app(token)), ("/v1/apps", .anyone),
                ("/v1/owner/session", .anyone), ("/v1/owner/requests/\(UUID())/decision", .owner(owner)),
            ] {
                let response = try await daemon.send("POST", path, as: asker, json: bomb.json)
                #expect((400...499).contains(response.status), "\(path): \(response.status)")
                #expect(response.problem != nil, "\(path)")
                #expect(response.body.count < 10_000, "\(path)")
            }
        }
    }

    /// The bombs of a small size whose only fault is a value. Apps on phones send keys that no reader knows, so their routes do not
    /// decode the values of these keys.
    private static let small: Set<String> = ["a null in a text", "a large exponent", "half a surrogate"]

    /// Every route that accepts JSON responds to each bomb with a problem.
    @Test func everyRouteRefusesCompressedBombs() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let owner = try await daemon.signIn()
            for route in APIRoutes.all
            where route.body?.content.contains(where: { $0.type == "application/json" }) ?? false {
                let path = RoutePaths.filled(route)
                let asker: OwnedDaemon.Asker =
                    switch route.audience {
                    case .anyone: .anyone
                    case .app: .app(token)
                    case .owner: .owner(owner)
                    }
                let isOpen = (PhoneRoutes.all + IngestRoutes.all).contains { $0.id == route.id }
                for bomb in Self.bombs {
                    let response = try await daemon.send(route.method.rawValue, path, as: asker, json: bomb.json)
                    let expected = isOpen && Self.small.contains(bomb.name) ? 200...499 : 400...499
                    #expect(expected.contains(response.status), "\(route.id), \(bomb.name): \(response.status)")
                }
            }
        }
    }
}
