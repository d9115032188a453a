// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.slow)) struct OwnerTests {
    private func signIn(_ daemon: OwnedDaemon, _ passphrase: String) async throws -> OwnedDaemon.Response {
        try await daemon.send(
            "POST", "/v1/owner/session", json: JSONValue.object([("passphrase", .string(passphrase))]).text)
    }

    @Test func theFirstPassphraseRequiresTheSetupCode() async throws {
        try await OwnedDaemon.with(hasOwner: false) { daemon in
            let code = try #require(try daemon.services.owner.setupCode())
            #expect(try await signIn(daemon, "whatever it is").status == 409)
            for (wrong, status) in [
                ("", 400), ("AAAA-AAAA-AAAA", 403), (code + "A", 403), (String(code.dropLast()), 403),
            ] {
                let body = #"{"code":"\#(wrong)","passphrase":"a long passphrase"}"#
                #expect(try await daemon.send("POST", "/v1/owner", json: body).status == status, "\(wrong)")
            }
            let short = #"{"code":"\#(code)","passphrase":"ninechars"}"#
            #expect(try await daemon.send("POST", "/v1/owner", json: short).status == 400)
            let right = #"{"code":" \#(code.lowercased())","passphrase":"a long passphrase"}"#
            let response = try await daemon.send("POST", "/v1/owner", json: right)
            #expect(response.status == 201, "\(response.text)")
            #expect(try await daemon.send("POST", "/v1/owner", json: right).status == 409)
            #expect(try daemon.services.owner.setupCode() == nil)
            #expect(try await signIn(daemon, "a long passphrase").status == 200)
        }
    }

    @Test func theStandardCostIsTheDocumentedOne() throws {
        let secret = try Passphrase.secret("a long passphrase")
        #expect(secret.rounds == 131_072 && secret.blockSize == 8 && secret.parallelism == 1)
        #expect(secret.salt.count == 16 && secret.hash.count == 32)
        #expect(try Passphrase.matches("a long passphrase", secret))
        #expect(try !Passphrase.matches("a long passphrasf", secret))
    }

    @Test func composedAndDecomposedLettersAreEqual() throws {
        let secret = try Passphrase.secret("Grüße an alle", .low)
        #expect(try Passphrase.matches("Gru\u{308}ße an alle", secret))
    }

    @Test func theCookieIsInaccessibleToScriptsAndOtherSites() async throws {
        try await OwnedDaemon.with { daemon in
            let response = try await signIn(daemon, OwnedDaemon.passphrase)
            let cookie = try #require(response.header("Set-Cookie"))
            let parts = Set(cookie.split(separator: ";").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) })
            #expect(parts == ["Path=/", "Secure", "HttpOnly", "SameSite=Strict"])
        }
    }

    @Test func everySignInCreatesASession() async throws {
        try await OwnedDaemon.with { daemon in
            // A session that another party has put into the browser is not accepted.
            let planted = "\(OwnerSessionNames.cookie)=cookie-of-an-attacker"
            let response = try await daemon.send(
                "POST", "/v1/owner/session", json: #"{"passphrase":"\#(OwnedDaemon.passphrase)"}"#,
                headers: [("Cookie", planted)])
            #expect(response.header("Set-Cookie")?.contains("attacker") == false)
            #expect(try await daemon.send("GET", "/v1/owner/apps", headers: [("Cookie", planted)]).status == 401)
            let (one, two) = (try await daemon.signIn(), try await daemon.signIn())
            #expect(one.cookie != two.cookie && one.token != two.token)
            #expect(
                try await daemon.send(
                    "DELETE", "/v1/owner/session",
                    as: .owner(OwnedDaemon.OwnerAccess(cookie: one.cookie, token: two.token))
                ).status == 401)
            #expect(try await daemon.send("DELETE", "/v1/owner/session", as: .owner(one)).status == 204)
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(one)).status == 401)
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(two)).status == 200)
        }
    }

    @Test func aSessionEndsAfterTwelveIdleHours() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            for _ in 1...3 {
                daemon.clock.move(seconds: 11 * 3600)
                #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(owner)).status == 200)
                // The request does not wait until the use is recorded.
                try await daemon.services.settled()
                #expect(try daemon.database.owner.sessions().first?.used == daemon.clock.now)
            }
            daemon.clock.move(seconds: 12 * 3600 + 1)
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(owner)).status == 401)
        }
    }

    @Test func wrongPassphrasesLockForGrowingTimes() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.wrongPassphrasesPerMinute = 1000
        } _: { daemon in
            let session = try await daemon.signIn()
            for _ in 1...5 { #expect(try await signIn(daemon, "not the passphrase").status == 403) }
            var lock = 30
            for _ in 1...9 {
                // Even the correct passphrase is not checked.
                let response = try await signIn(daemon, OwnedDaemon.passphrase)
                #expect(response.status == 429 && response.problem?.retryAfter == lock)
                daemon.clock.move(seconds: TimeInterval(lock))
                #expect(try await signIn(daemon, "not the passphrase").status == 403)
                lock = min(lock * 2, 3600)
            }
            #expect(lock == 3600)
            // Existing sessions remain valid.
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(session)).status == 200)
            daemon.clock.move(seconds: 3600)
            #expect(try await signIn(daemon, OwnedDaemon.passphrase).status == 200)
            #expect(try await signIn(daemon, "not the passphrase").status == 403)
            #expect(try await signIn(daemon, OwnedDaemon.passphrase).status == 200)
        }
    }

    @Test func attemptsAreLimitedByAddress() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.wrongPassphrasesPerMinute = 3
            configuration.steadyClock = ManualClock()
        } _: { (daemon: OwnedDaemon) async throws in
            for _ in 1...3 { #expect(try await signIn(daemon, "not the passphrase").status == 403) }
            #expect(try await signIn(daemon, OwnedDaemon.passphrase).status == 429)
        }
    }

    @Test func aNewPassphraseEndsAllSessions() async throws {
        try await OwnedDaemon.with { daemon in
            let (one, two) = (try await daemon.signIn(), try await daemon.signIn())
            let path = "/v1/owner/passphrase"
            let wrong = #"{"old":"not the passphrase","new":"another long one"}"#
            #expect(try await daemon.send("PUT", path, as: .owner(one), json: wrong).status == 403)
            let right = #"{"old":"\#(OwnedDaemon.passphrase)","new":"another long one"}"#
            #expect(try await daemon.send("PUT", path, as: .owner(one), json: right).status == 204)
            for session in [one, two] {
                #expect(try await daemon.send("GET", "/v1/owner/apps", as: .owner(session)).status == 401)
            }
            #expect(try await signIn(daemon, OwnedDaemon.passphrase).status == 403)
            #expect(try await signIn(daemon, "another long one").status == 200)
        }
    }

    @Test(arguments: [
        [("Origin", "https://evil.example")], [("Origin", "null")], [("Sec-Fetch-Site", "cross-site")],
        [("Sec-Fetch-Site", "same-site")], [("Origin", "http://127.0.0.1:1")],
    ])
    func otherSitesCannotActForTheOwner(headers: [(String, String)]) async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let path = "/v1/owner/apps/org.example.steps/release"
            #expect(try await daemon.send("POST", path, as: .owner(owner), headers: headers).status == 403)
            #expect(
                try await daemon.send(
                    "POST", "/v1/owner/session", json: #"{"passphrase":"\#(OwnedDaemon.passphrase)"}"#, headers: headers
                ).status == 403)
            let own = [("Origin", daemon.url), ("Sec-Fetch-Site", "same-origin")]
            #expect(try await daemon.send("POST", path, as: .owner(owner), headers: own).status == 204)
        }
    }

    @Test func aReboundHostNameIsRefused() async throws {
        try await OwnedDaemon.with { daemon in
            for host in ["evil.example", "evil.example:8484", "127.0.0.1.evil.example", "localhost.evil.example"] {
                let response = try await daemon.send("GET", "/healthz", headers: [("Host", host)])
                #expect(response.status == 403, "\(host)")
            }
            for host in ["localhost", "LOCALHOST:1", "127.0.0.1:99", "[::1]:8484"] {
                #expect(try await daemon.send("GET", "/healthz", headers: [("Host", host)]).status == 200, "\(host)")
            }
        }
    }

    @Test func permissionsAreSetAndWithdrawn() async throws {
        try await OwnedDaemon.with { daemon in
            _ = try await daemon.register("org.example.steps")
            let owner = try await daemon.signIn()
            let path = "/v1/owner/apps/org.example.steps/permissions/stepCount"
            #expect(
                try await daemon.send(
                    "PUT", path, as: .owner(owner),
                    json: #"{"share":"authorized","read":"authorized","since":"2026-01-01T00:00:00Z"}"#
                ).status == 204)
            let app = try await daemon.send("GET", "/v1/owner/apps", as: .owner(owner)).json?["apps"]?.array?.first
            let entry = app?["permissions"]?.array?.first
            #expect(entry?["share"]?.string == "authorized" && entry?["since"]?.string == "2026-01-01T00:00:00Z")
            #expect(app?["hasToken"] == .bool(true))
            #expect(
                try await daemon.send("PUT", path, as: .owner(owner), json: #"{"read":"denied"}"#).status == 204)
            let denied = try daemon.database.apps.all().first?.permissions.first?.permission
            #expect(denied == AppPermission(share: .authorized, read: .denied))
            #expect(
                try await daemon.send("DELETE", "/v1/owner/apps/org.example.steps", as: .owner(owner)).status == 204)
            #expect(
                try await daemon.send("DELETE", "/v1/owner/apps/org.example.steps", as: .owner(owner)).status == 404)
        }
    }
}
