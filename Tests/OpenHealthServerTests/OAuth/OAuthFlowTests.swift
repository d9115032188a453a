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

/// Tests of the flows of OAuth 2.
@Suite(.timeLimit(.usual)) struct OAuthFlowTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"

    @Test func aCodeIsExchangedForTokens() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            #expect(app.id.hasPrefix("oauth.step-board."))
            // Before the consent there is no app.
            #expect(try daemon.database.apps.all().isEmpty)
            let path = try await app.open(["scope": "read:stepCount save:\(Self.steps) offline_access"])
            let shell = try await daemon.send("GET", path)
            #expect(shell.status == 200 && !shell.text.contains("Step Board"))
            let page = try await daemon.send("GET", path, as: .owner(owner))
            for text in [
                "Step Board", "https://app.example", "aria-label=\"Read Steps\"", "aria-label=\"Save Steps\"",
                "action=\"\(path)\"",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            let back = try await app.consent(path, owner)
            #expect(back["state"] == "a state" && back["iss"] == daemon.url)
            let tokens = try await app.tokens(try #require(back["code"]))
            #expect(tokens.scope == "read:stepCount save:\(Self.steps) offline_access")
            let shown = try await daemon.send("GET", "/v1/app", as: .app(tokens.access))
            #expect(shown.json?["identifier"]?.string == app.id && shown.json?["name"]?.string == "Step Board")
            let sharing = try await daemon.send(
                "GET", "/v1/authorization-status?type=stepCount", as: .app(tokens.access))
            #expect(sharing.json?["status"]?.string == "sharingAuthorized")
            let listed = try await daemon.send("GET", "/v1/owner/apps", as: .owner(owner))
            #expect(listed.json?["apps"]?.array?.first?["hasToken"] == .bool(true))
            // The files of the store contain neither token.
            for file in try FileManager.default.contentsOfDirectory(at: daemon.folder, includingPropertiesForKeys: nil)
            {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                for secret in [tokens.access, tokens.refresh, String(tokens.refresh.prefix { $0 != "." })] {
                    #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.lastPathComponent)")
                }
            }
        }
    }

    @Test func accessTokensExpireAndAreRenewed() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            let first = try await app.tokens(try await app.code(owner))
            daemon.clock.move(seconds: 3599)
            #expect(try await app.status(first.access) == 200)
            daemon.clock.move(seconds: 2)
            let refused = try await daemon.send("GET", "/v1/app", as: .app(first.access))
            let metadata = "resource_metadata=\"\(daemon.url)/.well-known/oauth-protected-resource\""
            #expect(refused.status == 401)
            #expect(refused.header("WWW-Authenticate") == "Bearer error=\"invalid_token\", \(metadata)")
            #expect(try await daemon.send("GET", "/v1/app").header("WWW-Authenticate") == "Bearer \(metadata)")
            let second = try OAuthApp.tokens(try await app.refresh(first.refresh))
            #expect(second.refresh != first.refresh && second.access != first.access)
            #expect(try await app.status(second.access) == 200)
            // A refresh token is no access token, and an access token is no refresh token.
            #expect(try await app.status(second.refresh) == 401)
            #expect(try await app.refresh(second.access).oauthError == "invalid_grant")
            #expect(try await daemon.send("POST", "/v1/app/token", as: .app(second.access)).status == 409)
            daemon.clock.move(seconds: 366 * 86_400)
            #expect(try await app.refresh(second.refresh).oauthError == "invalid_grant")
        }
    }

    @Test func theOwnerGrantsAPartAndTheAnswerNamesIt() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            let code = try await app.code(
                owner, ["scope": "read:stepCount read:heartRate save:bodyMass openid"],
                [("answer", "choices"), ("read", Self.steps)])
            let tokens = try await app.tokens(code)
            #expect(tokens.scope == "read:stepCount")
            let permissions = try #require(try daemon.database.apps.all().first).permissions
            #expect(permissions.first { $0.type == Self.steps }?.permission == AppPermission(read: .authorized))
            #expect(permissions.first { $0.type.hasSuffix("HeartRate") }?.permission.read == .denied)
            #expect(permissions.first { $0.type.hasSuffix("BodyMass") }?.permission.share == .denied)
            // A part of the first scope can be requested, and nothing else.
            #expect(try await app.refresh(tokens.refresh, scope: "read:sleepAnalysis").oauthError == "invalid_scope")
            let narrower = try OAuthApp.tokens(
                try await app.refresh(tokens.refresh, scope: "read:heartRate read:stepCount"))
            #expect(narrower.scope == "read:stepCount")
            // What the owner changes later is part of the next response.
            try daemon.database.apps.setPermission(
                share: nil, read: .authorized, app: app.id, types: ["HKQuantityTypeIdentifierHeartRate"])
            let wider = try OAuthApp.tokens(try await app.refresh(narrower.refresh))
            #expect(wider.scope == "read:stepCount read:heartRate")
        }
    }

    @Test func aRefusalGivesNothing() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            for form in [[("answer", "none")], [("answer", "choices")]] {
                let path = try await app.open()
                let back = try await app.consent(path, owner, form)
                #expect(back == ["error": "access_denied", "state": "a state", "iss": daemon.url])
                // A request has one response.
                #expect(try await daemon.send("POST", path, as: .owner(owner), form: form).status == 404)
            }
            #expect(try daemon.database.apps.all().isEmpty)
            let late = try await app.open()
            daemon.clock.move(seconds: 601)
            #expect(try await daemon.send("GET", late, as: .owner(owner)).status == 404)
        }
    }

    @Test func codesEndWithARevocationByTheOwner() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            for action in ["revoke", "release", "renew", "forget"] {
                _ = try await app.tokens(try await app.code(owner))
                let code = try await app.code(owner)
                let codes = try await daemon.send(
                    "POST", "/oauth/device_authorization", form: [("client_id", app.id), ("scope", "save:bodyMass")])
                let user = try #require(codes.json?["user_code"]?.string)
                let page = try await daemon.send(
                    "POST", "/oauth/device", as: .owner(owner), form: [("user_code", user)])
                let path = try #require(page.text.firstMatch(of: /action="(\/oauth\/requests\/[^"]+)"/)?.output.1)
                let done = try await daemon.send("POST", String(path), as: .owner(owner), form: [("answer", "all")])
                #expect(done.status == 200)

                let form = [("app", app.id), ("action", action)]
                let response = try await daemon.send("POST", "/owner/apps", as: .owner(owner), form: form)
                #expect([200, 303].contains(response.status), "\(action)")
                let error = action == "forget" ? "invalid_client" : "invalid_grant"
                #expect(try await app.token(OAuthApp.exchange(code)).oauthError == error, "\(action)")
                let device = try #require(codes.json?["device_code"]?.string)
                let ask = ["grant_type": OAuthRoutes.deviceGrant, "device_code": device]
                #expect(try await app.token(ask).oauthError == error, "\(action)")
            }
        }
    }

    @Test func aDeviceGetsTokensForItsCode() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon, name: "Scale", redirects: [])
            let codes = try await daemon.send(
                "POST", "/oauth/device_authorization", form: [("client_id", app.id), ("scope", "save:bodyMass")])
            let device = try #require(codes.json?["device_code"]?.string)
            let user = try #require(codes.json?["user_code"]?.string)
            #expect(codes.json?["verification_uri"]?.string == "\(daemon.url)/oauth/device")
            #expect(codes.json?["verification_uri_complete"]?.string == "\(daemon.url)/oauth/device?user_code=\(user)")
            let ask = ["grant_type": OAuthRoutes.deviceGrant, "device_code": device]
            #expect(try await app.token(ask).oauthError == "authorization_pending")
            #expect(try await app.token(ask).oauthError == "slow_down")
            daemon.clock.move(seconds: 6)
            #expect(try await app.token(ask).oauthError == "authorization_pending")

            let form = try await daemon.send("GET", "/oauth/device?user_code=\(user)", as: .owner(owner))
            #expect(form.text.contains("value=\"\(user)\""))
            let wrong = try await daemon.send(
                "POST", "/oauth/device", as: .owner(owner), form: [("user_code", "AAAA-AAAA")])
            #expect(wrong.status == 404)
            let typed = " " + user.lowercased().replacing("-", with: " ")
            let page = try await daemon.send("POST", "/oauth/device", as: .owner(owner), form: [("user_code", typed)])
            #expect(page.text.contains(user) && page.text.contains("aria-label=\"Save Weight\""), "\(page.text)")
            let path = try #require(page.text.firstMatch(of: /action="(\/oauth\/requests\/[^"]+)"/)?.output.1)
            let done = try await daemon.send("POST", String(path), as: .owner(owner), form: [("answer", "all")])
            #expect(done.status == 200 && done.header("Refresh") == nil)
            let tokens = try OAuthApp.tokens(try await app.token(ask))
            #expect(tokens.scope == "save:bodyMass")
            #expect(try await app.status(tokens.access) == 200)
            // The code is valid once; a second use ends what the first one gave.
            #expect(try await app.token(ask).oauthError == "expired_token")
            #expect(try await app.status(tokens.access) == 401)
        }
    }

    @Test func aDeviceCodeCanBeRefusedAndExpires() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon, redirects: [])
            func begin() async throws -> (device: [String: String], user: String) {
                let codes = try await daemon.send(
                    "POST", "/oauth/device_authorization", form: [("client_id", app.id), ("scope", "read:stepCount")])
                let device = try #require(codes.json?["device_code"]?.string)
                return (
                    ["grant_type": OAuthRoutes.deviceGrant, "device_code": device],
                    try #require(codes.json?["user_code"]?.string)
                )
            }
            let refused = try await begin()
            let page = try await daemon.send(
                "POST", "/oauth/device", as: .owner(owner), form: [("user_code", refused.user)])
            let path = try #require(page.text.firstMatch(of: /action="(\/oauth\/requests\/[^"]+)"/)?.output.1)
            _ = try await daemon.send("POST", String(path), as: .owner(owner), form: [("answer", "none")])
            #expect(try await app.token(refused.device).oauthError == "access_denied")
            // Another client cannot use the code.
            let other = try await OAuthApp.register(daemon, redirects: [])
            let expired = try await begin()
            #expect(try await other.token(expired.device).oauthError == "expired_token")
            daemon.clock.move(seconds: 601)
            #expect(try await app.token(expired.device).oauthError == "expired_token")
        }
    }

    @Test func theMetadataNameTheEndpoints() async throws {
        try await OwnedDaemon.with { daemon in
            let server = try await daemon.send("GET", "/.well-known/oauth-authorization-server")
            #expect(server.json?["issuer"]?.string == daemon.url)
            #expect(server.json?["code_challenge_methods_supported"]?.array?.map(\.string) == ["S256"])
            #expect(server.json?["authorization_response_iss_parameter_supported"] == .bool(true))
            for (key, route) in [
                ("authorization_endpoint", OAuthRoutes.authorize), ("token_endpoint", OAuthRoutes.token),
                ("registration_endpoint", OAuthRoutes.register), ("revocation_endpoint", OAuthRoutes.revoke),
                ("device_authorization_endpoint", OAuthRoutes.authorizeDevice),
            ] {
                #expect(server.json?[key]?.string == daemon.url + route.path)
            }
            #expect(server.json?["service_documentation"]?.string == daemon.url + "/docs")
            let resource = try await daemon.send("GET", "/.well-known/oauth-protected-resource")
            #expect(resource.json?["resource"]?.string == daemon.url)
            #expect(resource.json?["resource_documentation"]?.string == daemon.url + "/docs")
            #expect(resource.json?["authorization_servers"]?.array?.map(\.string) == [daemon.url])
            let smart = try await daemon.send("GET", "/.well-known/smart-configuration")
            #expect(smart.json?["token_endpoint"]?.string == daemon.url + "/oauth/token")
            #expect(try await daemon.send("GET", "/fhir/.well-known/smart-configuration").text == smart.text)
            let capabilities = try await daemon.send("GET", "/fhir/metadata")
            #expect(capabilities.text.contains("\(daemon.url)/oauth/authorize"))
        }
    }

    @Test func aClientOfSMARTGetsThePatient() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            let scope =
                "launch/patient openid fhirUser offline_access patient/Observation.rs?code=http://loinc.org|8867-4"
            let response = try await app.token(OAuthApp.exchange(try await app.code(owner, ["scope": scope])))
            #expect(response.json?["patient"]?.string == "person")
            #expect(
                try OAuthApp.tokens(response).scope
                    == "launch/patient offline_access patient/Observation.rs?code=http://loinc.org|8867-4")
            let permissions = try #require(try daemon.database.apps.all().first).permissions
            #expect(permissions.map(\.type) == ["HKQuantityTypeIdentifierHeartRate"])
        }
    }

    @Test func tokensEndWithARevocationByTheOwner() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let app = try await OAuthApp.register(daemon)
            for action in ["revoke", "release", "renew", "forget"] {
                let tokens = try await app.tokens(try await app.code(owner))
                let form = [("app", app.id), ("action", action)]
                let response = try await daemon.send("POST", "/owner/apps", as: .owner(owner), form: form)
                #expect([200, 303].contains(response.status), "\(action)")
                #expect(try await app.status(tokens.access) == 401, "\(action)")
                let error = try await app.refresh(tokens.refresh).oauthError
                #expect(error == (action == "forget" ? "invalid_client" : "invalid_grant"), "\(action)")
            }
        }
    }

    @Test func aClientEndsItsTokens() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let (app, other) = (try await OAuthApp.register(daemon), try await OAuthApp.register(daemon))
            for isRefresh in [true, false] {
                let tokens = try await app.tokens(try await app.code(owner))
                let token = ("token", isRefresh ? tokens.refresh : tokens.access)
                let foreign = try await daemon.send("POST", "/oauth/revoke", form: [("client_id", other.id), token])
                #expect(foreign.status == 200)
                #expect(try await app.status(tokens.access) == 200)
                #expect(
                    try await daemon.send("POST", "/oauth/revoke", form: [("client_id", app.id), token]).status == 200)
                #expect(try await app.status(tokens.access) == 401)
            }
        }
    }
}
