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

/// Tests of stolen cookies: a browser sends the cookies of a host to all of its ports. A program on another port has the
/// cookies, and can send any request with any headers.
@Suite(.timeLimit(.slow)) struct CookieAloneTests {
    /// Headers that such a program can forge.
    private static let heads: [[(String, String)]] = [
        [], [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Dest", "empty")],
        [("Sec-Fetch-Site", "none"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")],
        [("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Mode", "navigate")],
    ]

    /// Tokens that can be derived from the cookies.
    private static func guesses(_ response: OwnedDaemon.Response) -> [String] {
        let cookies = response.headers.filter { $0.name.lowercased() == "set-cookie" }
            .compactMap { $0.value.split(separator: ";").first?.split(separator: "=").last.map(String.init) }
        return ["", "wrong"] + cookies
            + cookies.flatMap { [Secret.text(Secret.hash($0)), Secret.text(Secret.hash("web app " + $0))] }
    }

    private static func signIn(_ daemon: OwnedDaemon) async throws -> (cookies: (String, String), guesses: [String]) {
        let response = try await daemon.send(
            "POST", "/v1/owner/session", json: #"{"passphrase":"\#(OwnedDaemon.passphrase)"}"#)
        let cookies = response.headers.filter { $0.name.lowercased() == "set-cookie" }
            .compactMap { $0.value.split(separator: ";").first.map(String.init) }
        #expect(cookies.count == 2)
        return (("Cookie", cookies.joined(separator: "; ")), guesses(response))
    }

    @Test func noRouteOfTheOwnerAcceptsACookieAlone() async throws {
        try await OwnedDaemon.with { daemon in
            let (cookies, guesses) = try await Self.signIn(daemon)
            for route in APIRoutes.all where route.audience == .owner && !route.isPage {
                for head in Self.heads {
                    for guess in [nil] + guesses.map(Optional.some) {
                        let token = guess.map { [(OwnerSessionNames.formTokenField, $0)] } ?? []
                        let response = try await daemon.send(
                            route.method.rawValue, RoutePaths.filled(route), json: route.method == .get ? nil : "{}",
                            headers: [cookies] + head + token)
                        let isForeign = head.contains { $0.1 == "same-site" }
                        #expect(
                            response.status == (isForeign ? 403 : 401), "\(route.id), \(head), \(guess ?? "no token")")
                    }
                }
            }
        }
    }

    @Test func noRouteOfTheWebAppAcceptsACookieAlone() async throws {
        try await OwnedDaemon.with { daemon in
            let (cookies, guesses) = try await Self.signIn(daemon)
            for guess in guesses {
                let response = try await daemon.send(
                    "GET", "/v1/app", as: .app(WebApp.tokenPrefix + guess), headers: [cookies])
                #expect(response.status == 401, "\(guess)")
            }
        }
    }

    /// A page that is opened by its address does not depend on the owner's data and apps.
    @Test func noPageRevealsData() async throws {
        func pages(_ hasData: Bool) async throws -> [String: String] {
            let pages = Guarded<[String: String]>([:])
            try await OwnedDaemon.with { daemon in
                let id = UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID()
                var paths = APIRoutes.all.filter { $0.audience == .owner && $0.isPage && $0.method == .get }
                    .map { RoutePaths.filled($0, with: "stepCount") }
                paths += ["/", "/owner/requests/\(id)", "/samples/\(id)"]
                if hasData {
                    let app = try await daemon.register("org.example.secret", name: "Secret name")
                    let request = try await daemon.send(
                        "POST", "/v1/authorization-requests", as: .app(app),
                        json: #"{"share":["stepCount"],"read":["heartRate"]}"#)
                    #expect(request.status == 201)
                    paths.append("/owner/requests/\(request.json?["id"]?.string ?? "")")
                }
                let (cookies, _) = try await Self.signIn(daemon)
                for path in paths {
                    for head in Self.heads {
                        let response = try await daemon.send("GET", path, headers: [cookies] + head)
                        #expect(response.status == 200, "\(path)")
                        for secret in [
                            "Secret name", "org.example.secret", "health-csrf", "health-token", "health-cursor",
                            "waiting",
                        ] {
                            #expect(!response.text.contains(secret), "\(path): \(secret)")
                        }
                        pages.withLock { $0[path] = response.text }
                    }
                }
            }
            return pages.withLock { $0 }
        }
        let (with, without) = (try await pages(true), try await pages(false))
        #expect(without.count > 10)
        for (path, text) in without { #expect(with[path] == text, "\(path)") }
    }

    @Test func noFormIsAccepted() async throws {
        try await OwnedDaemon.with { daemon in
            let app = try await daemon.register("org.example.steps")
            let request = try await daemon.send(
                "POST", "/v1/authorization-requests", as: .app(app), json: #"{"share":[],"read":["heartRate"]}"#)
            let id = try #require(request.json?["id"]?.string)
            let (cookies, guesses) = try await Self.signIn(daemon)
            for path in ["/owner/requests/\(id)", "/owner/apps", "/owner/requests", "/owner/logout"] {
                for guess in guesses {
                    for fields in [[("answer", "all")], [("action", "open")]] {
                        let response = try await daemon.send(
                            "POST", path, form: fields + [("csrf", guess)],
                            headers: [cookies, (OwnerSessionNames.formTokenField, guess)])
                        #expect(response.status == 403 && !response.text.contains("org.example.steps"), "\(path)")
                    }
                }
            }
            #expect(
                try daemon.database.apps.all().first { $0.identifier == "org.example.steps" }?.permissions.allSatisfy {
                    $0.permission.read == .notDetermined
                } ?? true)
            #expect(try daemon.database.owner.sessions().count == 1)
        }
    }

    /// A program on another port cannot lock out the owner with a cookie of the same name either.
    @Test func aCookieSetByAnotherPortDoesNotTakePrecedence() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let response = try await daemon.send(
                "GET", "/v1/owner/session",
                headers: [
                    ("Cookie", "\(OwnerSessionNames.cookie)=planted; \(OwnerSessionNames.cookie)=\(owner.cookie)"),
                    (OwnerSessionNames.formTokenField, owner.token),
                ])
            #expect(response.status == 200 && response.json?["csrfToken"]?.string == owner.token)
        }
    }

    /// Other sites can neither read nor change anything.
    @Test(arguments: [
        [("Origin", "https://evil.example")], [("Origin", "null")], [("Sec-Fetch-Site", "cross-site")],
        [("Sec-Fetch-Site", "same-site")], [("Origin", "http://127.0.0.1:1")],
    ])
    func otherSitesReadNothing(headers: [(String, String)]) async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            for route in APIRoutes.all where route.audience == .owner && route.method == .get {
                let response = try await daemon.send(
                    "GET", RoutePaths.filled(route), as: .owner(owner), headers: headers)
                #expect(response.status == 403, "\(route.id)")
            }
            let token = WebApp.token(Secret.hash(owner.token))
            let response = try await daemon.send(
                "GET", "/v1/types", as: .app(token),
                headers: headers + [("Cookie", "\(OwnerSessionNames.cookie)=\(owner.cookie)")])
            #expect(response.status == 403)
        }
    }
}
