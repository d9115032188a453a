// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the attacks of RFC 9700.
@Suite(.timeLimit(.usual)) struct OAuthAttackTests {
    @Test func aCodeThatIsUsedAgainEndsItsTokens() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            let untouched = try await app.tokens(try await app.code(owner))
            let code = try await app.code(owner)
            let tokens = try await app.tokens(code)
            #expect(try await app.token(OAuthApp.exchange(code)).oauthError == "invalid_grant")
            #expect(try await app.status(tokens.access) == 401)
            #expect(try await app.refresh(tokens.refresh).oauthError == "invalid_grant")
            // Other consents of the app go on.
            #expect(try await app.status(untouched.access) == 200)
        }
    }

    @Test func aUsedRefreshTokenEndsItsFamily() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let (app, other) = (try await OAuthApp.register(daemon), try await OAuthApp.register(daemon))
            _ = try await other.tokens(try await other.code(owner))
            let untouched = try await app.tokens(try await app.code(owner))
            let first = try await app.tokens(try await app.code(owner))
            // Another client cannot use the token, and does not end it.
            #expect(try await other.refresh(first.refresh).oauthError == "invalid_grant")
            let second = try OAuthApp.tokens(try await app.refresh(first.refresh))
            let third = try OAuthApp.tokens(try await app.refresh(second.refresh))
            #expect(try await app.status(third.access) == 200)
            #expect(try await app.refresh(first.refresh).oauthError == "invalid_grant")
            for tokens in [first, second, third] {
                #expect(try await app.status(tokens.access) == 401)
                #expect(try await app.refresh(tokens.refresh).oauthError == "invalid_grant")
            }
            #expect(try await app.status(untouched.access) == 200)
        }
    }

    @Test func aCodeIsValidOnlyForItsClientAddressVerifierAndAMinute() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon, redirects: [OAuthApp.redirect, "https://app.example/other"])
            let other = try await OAuthApp.register(daemon)
            for change in [
                ("client_id", other.id), ("redirect_uri", "https://app.example/other"),
                ("code_verifier", String(repeating: "x", count: 43)), ("code_verifier", OAuthApp.challenge),
            ] {
                let code = try await app.code(owner)
                var fields = OAuthApp.exchange(code)
                fields[change.0] = change.1
                #expect(try await app.token(fields).oauthError == "invalid_grant", "\(change.0)")
                // The code is used up.
                #expect(try await app.token(OAuthApp.exchange(code)).oauthError == "invalid_grant", "\(change.0)")
            }
            for missing in ["redirect_uri", "code_verifier", "code"] {
                var fields = OAuthApp.exchange(try await app.code(owner))
                fields[missing] = nil
                #expect(try await app.token(fields).oauthError == "invalid_request", "\(missing)")
            }
            let late = try await app.code(owner)
            daemon.clock.move(seconds: 61)
            #expect(try await app.token(OAuthApp.exchange(late)).oauthError == "invalid_grant")
        }
    }

    /// Without S256 there is no authorization. A response with an error goes to an app that the owner knows, and no other one.
    @Test func proofKeysCannotBeLeftOut() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            let faults: [([String: String?], String)] = [
                (["code_challenge": nil, "code_challenge_method": nil], "invalid_request"),
                (["code_challenge": nil], "invalid_request"), (["code_challenge_method": nil], "invalid_request"),
                (["code_challenge_method": "plain"], "invalid_request"),
                (["code_challenge": "short"], "invalid_request"),
                (["response_type": "token"], "unsupported_response_type"), (["response_type": nil], "invalid_request"),
                (["scope": "read:luck"], "invalid_scope"), (["scope": nil], "invalid_scope"),
                (["scope": "read:visionPrescription"], "invalid_scope"), (["scope": "everything"], "invalid_scope"),
                (["request": "e30"], "request_not_supported"),
                (["resource": "https://other.example"], "invalid_target"),
            ]
            for (changes, _) in faults {
                let response = try await app.begin(app.parameters(changes))
                #expect(response.status == 400 && response.header("Location") == nil, "\(changes)")
            }
            _ = try await app.tokens(try await app.code(owner))
            for (changes, error) in faults {
                let response = try await app.begin(app.parameters(changes))
                let location = try #require(response.header("Location"), "\(changes)")
                #expect(location.hasPrefix(OAuthApp.redirect + "?"))
                let fields = OAuthApp.fields(location)
                #expect(fields["error"] == error, "\(changes)")
                #expect(fields["state"] == "a state" && fields["iss"] == daemon.url, "\(changes)")
            }
        }
    }

    @Test(arguments: [
        "https://app.example/done/", "https://app.example/done?x=1", "https://app.example/done#x",
        "https://app.example/",
        "https://app.example.evil.example/done", "https://app.example@evil.example/done", "HTTPS://app.example/done",
        "https://app.example:443/done", "https://app.example:8443/done", "http://app.example/done",
        "//app.example/done",
        "https://app.example/x/../done", "https://app.example/%64one", "https://evil.example/done",
        "javascript:alert(1)",
        "https://APP.example/done", " https://app.example/done", "https://app.example/done\n", "",
    ])
    func otherRedirectURIsAreRefused(address: String) async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            _ = try await app.code(owner)
            let response = try await app.begin(app.parameters(["redirect_uri": address]))
            #expect(response.status == 400 && response.header("Location") == nil)
            let twice = try await app.begin(app.parameters() + [("redirect_uri", address)])
            #expect(twice.status == 400 && twice.header("Location") == nil)
        }
    }

    /// Native apps listen on a port that they do not choose (RFC 8252, 7.3).
    @Test func onlyThePortOfALoopbackAddressCanDiffer() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(
                daemon, redirects: ["http://127.0.0.1/back", "org.example.app:/back"])
            for address in ["http://127.0.0.1:51000/back", "http://127.0.0.1/back", "org.example.app:/back"] {
                let code = try await app.code(owner, ["redirect_uri": address])
                var fields = OAuthApp.exchange(code)
                fields["redirect_uri"] = address
                _ = try OAuthApp.tokens(try await app.token(fields))
            }
            for address in [
                "http://127.0.0.1:51000/other", "http://localhost:51000/back", "http://[::1]:51000/back",
                "https://127.0.0.1:51000/back", "http://127.0.0.1:51000@evil.example/back", "org.example.app:/other",
                "http://127.0.0.1.evil.example:51000/back", "http://127.0.0.1:510000/back",
            ] {
                #expect(try await app.begin(app.parameters(["redirect_uri": address])).status == 400, "\(address)")
            }
        }
    }

    @Test func unsafeRedirectURIsCannotBeRegistered() async throws {
        try await OwnedDaemon.with { daemon in
            for address in [
                "http://app.example/done", "javascript:alert(1)", "data:text/html,x", "app:/done", "file:///etc/passwd",
                "https://app.example/done#x", "https://user@app.example/done", "https://app.example\\@evil.example/",
                "/done", "", "https://", "https://app.example/<script>", "org.example.app:done", "https:///done",
                "https://app.example/" + String(repeating: "a", count: 1000), "blob:https://app.example/x",
            ] {
                let response = try await OAuthApp.registration(daemon, redirects: [OAuthApp.redirect, address])
                #expect(response.oauthError == "invalid_redirect_uri", "\(address)")
            }
            for name in ["Health", "\u{202E}ppA", " "] {
                let response = try await OAuthApp.registration(daemon, name: name, redirects: [OAuthApp.redirect])
                #expect(response.oauthError == "invalid_client_metadata", "\(name)")
            }
            #expect(
                try await daemon.send("POST", "/oauth/register", json: "{}").oauthError == "invalid_client_metadata")
        }
    }

    /// A client that calls itself like another app is shown with a random end.
    @Test func aClientCannotImpersonateAnApp() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            _ = try await daemon.register("org.example.steps", name: "Step Board")
            let app = try await OAuthApp.register(daemon, name: "Step Board")
            let page = try await daemon.send("GET", try await app.open(), as: .owner(owner))
            let ending = app.id.suffix(8).uppercased()
            #expect(page.text.contains("Step Board \(ending)"))
            // No app can register with the identifier of a client.
            #expect(try await daemon.pair(app.id).status == 409)
            let unknown = OAuthApp(daemon: daemon, id: "org.example.steps")
            #expect(try await unknown.begin(unknown.parameters()).status == 400)
            #expect(try await unknown.refresh("ohr_x.y").oauthError == "invalid_client")
        }
    }

    /// A page of another site, or a program on another port that has read the cookie, cannot answer.
    @Test func consentRequiresTheTokenOfTheSession() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            let path = try await app.open()
            let cookie = ("Cookie", "\(OwnerSessionNames.cookie)=\(owner.cookie)")
            for token in ["", "wrong"] {
                let form = [("answer", "all"), ("csrf", token)]
                #expect(try await daemon.send("POST", path, form: form, headers: [cookie]).status == 403)
                let page = try await daemon.send(
                    "GET", path, headers: [cookie, (OwnerSessionNames.formTokenField, token)])
                #expect(page.status == 303 && page.header("Location")?.hasPrefix("/owner/login") == true)
            }
            #expect(try await daemon.send("GET", path, headers: [cookie]).text.contains("Step Board") == false)
            let foreign = [("Origin", "https://app.example"), ("Sec-Fetch-Site", "cross-site")]
            let response = try await daemon.send(
                "POST", path, as: .owner(owner), form: [("answer", "all")], headers: foreign)
            #expect(response.status == 403)
            #expect(try daemon.database.apps.all().isEmpty)
        }
    }

    /// An unattended session cannot allow an app.
    @Test func consentRequiresARecentPassphrase() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            daemon.clock.move(seconds: 400)
            let path = try await app.open()
            let page = try await daemon.send("POST", path, as: .owner(owner), form: [("answer", "all")])
            #expect(page.text.contains("name=\"passphrase\"") && page.header("Refresh") == nil)
            let back = try await app.consent(path, owner, [("answer", "all"), ("passphrase", OwnedDaemon.passphrase)])
            #expect(back["code"] != nil)
        }
    }

    @Test func repeatedAndForeignParametersAreRefused() async throws {
        try await OwnedDaemon.with { daemon in
            let app = try await OAuthApp.register(daemon)
            let repeated = try await daemon.send(
                "POST", "/oauth/token",
                form: [("grant_type", "refresh_token"), ("grant_type", "authorization_code"), ("client_id", app.id)])
            #expect(repeated.oauthError == "invalid_request")
            #expect(try await app.token(["grant_type": "password"]).oauthError == "unsupported_grant_type")
            let basic = "Basic " + Data("\(app.id):".utf8).base64EncodedString()
            let secret = "Basic " + Data("\(app.id):secret".utf8).base64EncodedString()
            for (field, error) in [(basic, "invalid_grant"), (secret, "invalid_client")] {
                let response = try await daemon.send(
                    "POST", "/oauth/token", form: [("grant_type", "refresh_token"), ("refresh_token", "ohr_a.b")],
                    headers: [("Authorization", field)])
                #expect(response.oauthError == error)
                #expect(response.header("Cache-Control") == "no-store")
            }
            // Errors of the server have the form of OAuth, too.
            let json = try await daemon.send("POST", "/oauth/token", json: "{}")
            #expect(json.status == 415 && json.json?["error"]?.string == "invalid_request")
        }
    }
}
