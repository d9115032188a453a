// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the token of pages, which is only valid for app routes and only in its own session.
@Suite(.timeLimit(.usual)) struct PageTokenTests {
    /// Returns the content of a meta element of a page.
    private func meta(_ name: String, _ page: OwnedDaemon.Response) throws -> String {
        let pattern = try Regex("<meta name=\"\(name)\" content=\"([^\"]*)\"", as: (Substring, Substring).self)
        return String(try #require(page.text.firstMatch(of: pattern), "\(page.text)").output.1)
    }

    private func cookie(_ owner: OwnedDaemon.OwnerAccess) -> (String, String) {
        ("Cookie", "\(OwnerSessionNames.cookie)=\(owner.cookie)")
    }

    @Test func theTokenIsValidOnlyInItsSession() async throws {
        try await OwnedDaemon.with { daemon in
            let (owner, other) = (try await daemon.signIn(), try await daemon.signIn())
            let page = try await daemon.send("GET", "/", as: .owner(owner))
            let token = try meta("health-token", page)
            #expect(token.hasPrefix(WebApp.tokenPrefix) && !token.contains(owner.cookie))
            #expect(try meta("health-csrf", page) == owner.token)

            let path = "/v1/app"
            var response = try await daemon.send("GET", path, as: .app(token), headers: [cookie(owner)])
            #expect(response.status == 200 && response.json?["identifier"]?.string == WebApp.identity.identifier)
            #expect(try await daemon.send("GET", path, as: .app(token)).status == 401)
            #expect(try await daemon.send("GET", path, as: .app(token), headers: [cookie(other)]).status == 401)
            #expect(try await daemon.send("GET", path, as: .app(token + "x"), headers: [cookie(owner)]).status == 401)
            // The session alone does not identify an app.
            #expect(try await daemon.send("GET", path, as: .owner(owner)).status == 401)

            // The token is not valid for the owner's routes, neither alone nor instead of the form's token.
            for route in ["/v1/owner/apps", "/v1/owner/preferences", "/v1/owner/session"] {
                #expect(try await daemon.send("GET", route, as: .app(token)).status == 401)
            }
            response = try await daemon.send(
                "POST", "/v1/owner/apps/org.example/release", as: .app(token),
                headers: [cookie(owner), (OwnerSessionNames.formTokenField, token)])
            #expect(response.status == 401)

            let form = OwnedDaemon.OwnerAccess(cookie: owner.cookie, token: owner.token)
            #expect(try await daemon.send("POST", "/owner/logout", as: .owner(form), form: []).status == 303)
            #expect(try await daemon.send("GET", path, as: .app(token), headers: [cookie(owner)]).status == 401)
            #expect(try await daemon.send("GET", "/", as: .owner(owner)).header("Location") == "/owner/login")
        }
    }

    /// Browsers send the origin of a request. Requests of other sites with the person's session are refused.
    @Test func requestsOfOtherSitesAreRefused() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let token = try meta("health-token", try await daemon.send("GET", "/", as: .owner(owner)))
            for head in [("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site"), ("Origin", "null")] {
                for path in ["/v1/authorization-requests", "/v1/samples"] {
                    let response = try await daemon.send(
                        "POST", path, as: .app(token), json: "{}", headers: [cookie(owner), head])
                    #expect(response.status == 403, "\(head) \(path)")
                }
                let response = try await daemon.send(
                    "POST", "/language", form: [("language", "ja"), ("next", "/")], headers: [head])
                #expect(response.status == 403 && response.header("Set-Cookie") == nil, "\(head)")
            }
            let own = try await daemon.send(
                "POST", "/v1/authorization-requests", as: .app(token), json: #"{"share":[],"read":["stepCount"]}"#,
                headers: [cookie(owner), ("Origin", daemon.url)])
            #expect(own.status == 201)
        }
    }

    /// The length of a compressed page with a token could reveal the token.
    @Test func onlyThePageWithoutATokenIsCompressed() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let accepted = ("Accept-Encoding", "gzip")
            let page = try await daemon.send("GET", "/", as: .owner(owner), headers: [accepted])
            #expect(page.header("Content-Encoding") == nil)
            #expect(try meta("health-token", page).hasPrefix(WebApp.tokenPrefix))

            let plain = try await daemon.send("GET", "/", headers: [cookie(owner)])
            #expect(plain.header("Content-Encoding") == nil && plain.header("Vary") == "Accept-Encoding")
            #expect(plain.text.contains("page-open.js") && !plain.text.contains("health-token"))
            let packed = try await daemon.send("GET", "/", headers: [cookie(owner), accepted])
            #expect(packed.header("Content-Encoding") == "gzip" && packed.header("Vary") == "Accept-Encoding")
            let content = Gzip.unpackedPart(Array(packed.body), limit: 1 << 20)
            #expect(content.isWhole && String(decoding: content.bytes, as: UTF8.self) == plain.text)
        }
    }

    @Test func appsGetNoPageToken() async throws {
        try await OwnedDaemon.with { daemon in
            for path in ["/owner/login", "/owner/setup", "/"] {
                let text = try await daemon.send("GET", path).text
                #expect(!text.contains("health-token") && !text.contains(WebApp.tokenPrefix), "\(path)")
            }
        }
    }
}
