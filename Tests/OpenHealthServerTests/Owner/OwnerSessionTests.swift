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

/// Tests of the lifetime, list and end of sessions, and of actions that require the passphrase again.
@Suite(.timeLimit(.usual)) struct OwnerSessionTests {
    private static let grant = #"{"share":"authorized","read":"authorized"}"#
    private static let path = "/v1/owner/apps/org.example.steps/permissions/stepCount"

    private func confirm(
        _ daemon: OwnedDaemon, _ owner: OwnedDaemon.OwnerAccess, _ passphrase: String
    ) async throws -> Int {
        try await daemon.send(
            "POST", "/v1/owner/session/confirmation", as: .owner(owner),
            json: JSONValue.object([("passphrase", .string(passphrase))]).text
        ).status
    }

    @Test func aSessionEndsAfterSevenDaysOfUse() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            for _ in 1...14 {
                daemon.clock.move(seconds: 12 * 3600)
                #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(owner)).status == 200)
                try await daemon.services.settled()
                #expect(try daemon.database.owner.sessions().first?.used == daemon.clock.now)
            }
            daemon.clock.move(seconds: 1)
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(owner)).status == 401)
            // The session is removed with the next sign-in.
            _ = try await daemon.signIn()
            #expect(try daemon.database.owner.sessions().count == 1)
        }
    }

    @Test func sessionsAreListedAndEnded() async throws {
        try await OwnedDaemon.with { daemon in
            let (one, two, three) = (try await daemon.signIn(), try await daemon.signIn(), try await daemon.signIn())
            let list = try await daemon.send("GET", "/v1/owner/sessions", as: .owner(one))
            let sessions = try #require(list.json?["sessions"]?.array)
            #expect(sessions.count == 3 && sessions.count { $0["isCurrent"] == .bool(true) } == 1)
            #expect(sessions.allSatisfy { $0["address"]?.string == "127.0.0.1" })
            for secret in [one.cookie, one.token, two.cookie, two.token] { #expect(!list.text.contains(secret)) }

            let second = try await daemon.send("GET", "/v1/owner/sessions", as: .owner(two)).json?["sessions"]?.array?
                .first { $0["isCurrent"] == .bool(true) }
            let id = try #require(second?["id"]?.string)
            #expect(try await daemon.send("DELETE", "/v1/owner/sessions/\(id)", as: .owner(one)).status == 204)
            #expect(try await daemon.send("DELETE", "/v1/owner/sessions/\(id)", as: .owner(one)).status == 404)
            for wrong in ["x", "-1", "0", "9223372036854775808"] {
                #expect(try await daemon.send("DELETE", "/v1/owner/sessions/\(wrong)", as: .owner(one)).status == 404)
            }
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(two)).status == 401)
            let end = try await daemon.send("DELETE", "/v1/owner/sessions", as: .owner(one))
            #expect(end.status == 204 && end.header("Set-Cookie")?.contains("Max-Age=0") == true)
            for session in [one, three] {
                #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(session)).status == 401)
            }
        }
    }

    /// A new sign-in in a browser leaves no session behind.
    @Test func signingInAgainReplacesTheBrowsersSession() async throws {
        try await OwnedDaemon.with { daemon in
            let one = try await daemon.signIn()
            let response = try await daemon.send(
                "POST", "/v1/owner/session", json: #"{"passphrase":"\#(OwnedDaemon.passphrase)"}"#,
                headers: [("Cookie", "\(OwnerSessionNames.cookie)=\(one.cookie)")])
            #expect(response.status == 200)
            #expect(try daemon.database.owner.sessions().count == 1)
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(one)).status == 401)
        }
    }

    // MARK: - The passphrase again

    @Test func grantsRequireARecentPassphrase() async throws {
        try await OwnedDaemon.with { daemon in
            _ = try await daemon.register("org.example.steps")
            let owner = try await daemon.signIn()
            daemon.clock.move(seconds: 301)
            let refused = try await daemon.send("PUT", Self.path, as: .owner(owner), json: Self.grant)
            #expect(refused.status == 403 && refused.problem?.kind == .confirmationRequired)
            // Revoking a permission is always possible.
            #expect(
                try await daemon.send("PUT", Self.path, as: .owner(owner), json: #"{"read":"denied"}"#).status == 204)
            #expect(try await confirm(daemon, owner, "not the passphrase") == 403)
            #expect(
                try await daemon.send("PUT", Self.path, as: .owner(owner), json: Self.grant).problem?.kind
                    == .confirmationRequired)
            #expect(try await confirm(daemon, owner, OwnedDaemon.passphrase) == 204)
            #expect(try await daemon.send("PUT", Self.path, as: .owner(owner), json: Self.grant).status == 204)
            // The confirmation is valid only in its own session.
            let other = try await daemon.signIn()
            daemon.clock.move(seconds: 301)
            #expect(try await confirm(daemon, owner, OwnedDaemon.passphrase) == 204)
            #expect(try await daemon.send("PUT", Self.path, as: .owner(other), json: Self.grant).status == 403)
        }
    }

    @Test func aFormAsksForThePassphraseAndContinues() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let owner = try await daemon.signIn()
            func ask(_ type: String) async throws -> String {
                let request = try await daemon.send(
                    "POST", "/v1/authorization-requests", as: .app(token), json: #"{"share":[],"read":["\#(type)"]}"#)
                return "/owner/requests/" + (request.json?["id"]?.string ?? "")
            }
            let (sheet, other) = (try await ask("heartRate"), try await ask("bodyMass"))
            daemon.clock.move(seconds: 301)
            let response = [("answer", "all"), ("next", "/types?a=<b>"), ("since", "")]
            let page = try await daemon.send("POST", sheet, as: .owner(owner), form: response)
            #expect(page.status == 200 && page.text.contains("name=\"passphrase\""))
            #expect(page.text.contains("name=\"answer\" value=\"all\"") && page.text.contains("/types?a=&lt;b&gt;"))
            let wrong = try await daemon.send(
                "POST", sheet, as: .owner(owner), form: response + [("passphrase", "three wrong words")])
            #expect(wrong.status == 403 && wrong.text.contains("role=\"alert\""))
            #expect(!wrong.text.contains("three wrong words"))
            let done = try await daemon.send(
                "POST", sheet, as: .owner(owner), form: response + [("passphrase", OwnedDaemon.passphrase)])
            #expect(done.status == 303, "\(done.text)")
            // Denying does not require the passphrase.
            daemon.clock.move(seconds: 301)
            #expect(try await daemon.send("POST", other, as: .owner(owner), form: [("answer", "none")]).status == 303)
            let permissions = try #require(
                try daemon.database.apps.all().first { $0.identifier == "org.example.steps" }
            )
            .permissions
            #expect(permissions.first { $0.type.contains("HeartRate") }?.permission.read == .authorized)
            #expect(permissions.first { $0.type.contains("BodyMass") }?.permission.read == .denied)

            // The page of apps requires the passphrase if a switch widens the permissions of an app.
            let apps = [
                ("app", "org.example.steps"), ("type", "HKQuantityTypeIdentifierBodyMass"), ("action", "save"),
            ]
            let widened = apps + [("read", "HKQuantityTypeIdentifierBodyMass")]
            #expect(try await daemon.send("POST", "/owner/apps", as: .owner(owner), form: widened).status == 200)
            #expect(try await daemon.send("POST", "/owner/apps", as: .owner(owner), form: apps).status == 303)
            #expect(
                try await daemon.send(
                    "POST", "/owner/apps", as: .owner(owner), form: widened + [("passphrase", OwnedDaemon.passphrase)]
                ).status == 303)
        }
    }

    /// The page of a device keeps the code of its address.
    @Test func thePageOfADeviceOpensWithoutScripts() async throws {
        try await OwnedDaemon.with { daemon in
            let path = "/oauth/device?user_code=ABCD-EFGH"
            let shell = try await daemon.send("GET", path)
            let link = "/owner/login?next=/oauth/device%3Fuser_code%3DABCD-EFGH"
            #expect(shell.text.contains("href=\"\(link)\""), "\(shell.text)")
            let login = try await daemon.send("GET", link)
            let seal = try #require(login.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.output.1)
            let next = try #require(login.text.firstMatch(of: /name="next" value="([^"]*)"/)?.output.1)
            #expect(next.contains("ABCD-EFGH"))
            for (next, isOpened) in [
                (path, true), ("/owner/phones", true), ("/owner/backup", true), ("/oauth/device_authorization", false),
            ] {
                let entered = try await daemon.send(
                    "POST", "/owner/login",
                    form: [("csrf", String(seal)), ("next", next), ("passphrase", OwnedDaemon.passphrase)])
                #expect(entered.text.contains("name=\"action\" value=\"open\"") == isOpened, "\(next)")
                let csrf = try #require(entered.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.output.1)
                let cookie = try #require(entered.header("Set-Cookie")?.split(separator: ";").first)
                if next != path { continue }
                let page = try await daemon.send(
                    "POST", path, form: [("csrf", String(csrf)), ("action", "open")],
                    headers: [("Cookie", String(cookie))])
                #expect(page.status == 200 && page.text.contains("value=\"ABCD-EFGH\""), "\(page.text)")
            }
            // The redirection to the sign-in page keeps the query of any page of the owner.
            let log = try await daemon.send("GET", "/owner/access-log?app=org.example.steps")
            #expect(log.header("Location") == "/owner/login?next=/owner/access-log%3Fapp%3Dorg.example.steps")
        }
    }

    /// Consent works without scripts: the response to signing in has a form that opens the page.
    @Test func theSheetOpensWithoutScripts() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps", name: "Steps of mine")
            let request = try await daemon.send(
                "POST", "/v1/authorization-requests", as: .app(token), json: #"{"share":[],"read":["heartRate"]}"#)
            let sheet = "/owner/requests/" + (request.json?["id"]?.string ?? "")
            let login = try await daemon.send("GET", "/owner/login?next=\(sheet)")
            let seal = try #require(login.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.output.1)
            let entered = try await daemon.send(
                "POST", "/owner/login",
                form: [("csrf", String(seal)), ("next", sheet), ("passphrase", OwnedDaemon.passphrase)])
            #expect(entered.text.contains("<form method=\"post\" action=\"\(sheet)\">"))
            let csrf = try #require(entered.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.output.1)
            let cookie = try #require(entered.header("Set-Cookie")?.split(separator: ";").first)
            for path in [sheet, "/owner/requests", "/owner/apps"] {
                let page = try await daemon.send(
                    "POST", path, form: [("csrf", String(csrf)), ("action", "open")],
                    headers: [("Cookie", String(cookie))])
                #expect(page.status == 200 && page.text.contains("Steps of mine"), "\(path)")
            }
            let response = try await daemon.send(
                "POST", sheet, form: [("csrf", String(csrf)), ("answer", "all")], headers: [("Cookie", String(cookie))])
            #expect(response.status == 303)
        }
    }
}
