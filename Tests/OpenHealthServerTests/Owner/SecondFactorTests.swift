// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the owner's second factor, from its setup to signing in with it.
@Suite(.timeLimit(.usual)) struct SecondFactorTests {
    private static let path = "/v1/owner/totp"

    private func signIn(
        _ daemon: OwnedDaemon, _ code: String?, passphrase: String = OwnedDaemon.passphrase
    ) async throws -> OwnedDaemon.Response {
        var entries: [(key: String, value: JSONValue)] = [("passphrase", .string(passphrase))]
        if let code { entries.append(("code", .string(code))) }
        return try await daemon.send("POST", "/v1/owner/session", json: JSONValue.object(entries).text)
    }

    /// Enables the second factor as the settings page does.
    private func enable(_ daemon: OwnedDaemon) async throws -> (key: Data, recovery: [String]) {
        let owner = try await daemon.signIn()
        let offer = try await daemon.send("POST", Self.path, as: .owner(owner))
        let text = try #require(offer.json?["key"]?.string)
        #expect(offer.status == 201 && offer.json?["uri"]?.string?.contains("secret=\(text)&") == true)
        // A new key only takes effect after a code proves that the authenticator has it.
        #expect(try await signIn(daemon, nil).status == 200)
        #expect(
            try await daemon.send("PUT", Self.path, as: .owner(owner), json: #"{"code":"000"}"#).status == 422)
        let session = try #require(try daemon.services.owner.session([owner.cookie])?.proven(by: owner.token))
        let key = try #require(daemon.services.owner.offered(to: session))
        #expect(Base32.text(key) == text)
        let code = OneTimePassword.code(key, step: OneTimePassword.step(at: daemon.clock.now))
        let done = try await daemon.send("PUT", Self.path, as: .owner(owner), json: #"{"code":"\#(code)"}"#)
        let codes = try #require(done.json?["recoveryCodes"]?.array, "\(done.text)").compactMap { $0.string }
        #expect(codes.count == 10 && Set(codes).count == 10)
        let shown = try await daemon.send("GET", Self.path, as: .owner(owner))
        #expect(shown.json?["isEnabled"] == .bool(true) && shown.json?["recoveryCodes"]?.double == 10)
        #expect(!shown.text.contains(text))
        return (key, codes)
    }

    @Test func aCodeIsRequiredAndValidOnce() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.wrongPassphrasesPerMinute = 1000
        } _: { (daemon: OwnedDaemon) async throws in
            let (key, _) = try await enable(daemon)
            func code(_ offset: Int64 = 0) -> String {
                OneTimePassword.code(key, step: OneTimePassword.step(at: daemon.clock.now) + offset)
            }
            // The code that enabled it cannot be used again.
            #expect(try await signIn(daemon, code()).status == 403)
            daemon.clock.move(seconds: 60)
            // The request for the code reveals nothing about the passphrase, and does not count as a failure.
            for _ in 1...10 {
                let right = try await signIn(daemon, nil)
                let wrong = try await signIn(daemon, "", passphrase: "not the passphrase")
                #expect(right.status == 403 && right.text == wrong.text)
            }
            // The responses to a wrong passphrase and to a wrong code are the same, and a wrong passphrase does not use up a
            // code.
            let wrongPassphrase = try await signIn(daemon, code(), passphrase: "not the passphrase")
            let wrongCode = try await signIn(daemon, code(5))
            #expect(wrongPassphrase.status == 403 && wrongPassphrase.text == wrongCode.text)
            let spaced = code().prefix(3) + " " + code().suffix(3)
            #expect(try await signIn(daemon, String(spaced)).status == 200)
            #expect(try await signIn(daemon, code()).status == 403)
            // Earlier codes are not valid either.
            #expect(try await signIn(daemon, code(-1)).status == 403)
            daemon.clock.move(seconds: 30)
            #expect(try await signIn(daemon, code()).status == 200)
        }
    }

    @Test func recoveryCodesAreValidOnce() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.wrongPassphrasesPerMinute = 1000
        } _: { (daemon: OwnedDaemon) async throws in
            let (_, recovery) = try await enable(daemon)
            #expect(try await signIn(daemon, recovery[0].lowercased().replacing("-", with: " ")).status == 200)
            #expect(try await signIn(daemon, recovery[0]).status == 403)
            #expect(try await signIn(daemon, "AAAA-AAAA-AAAA-AAAA").status == 403)
            let response = try await signIn(daemon, recovery[1])
            #expect(response.status == 200)
            let cookie = response.header("Set-Cookie")?.split(separator: ";").first?.split(separator: "=").last
            let owner = OwnedDaemon.OwnerAccess(
                cookie: String(try #require(cookie)), token: try #require(response.json?["csrfToken"]?.string))
            let shown = try await daemon.send("GET", Self.path, as: .owner(owner))
            #expect(shown.json?["recoveryCodes"]?.double == 8)
            let renewed = try await daemon.send("POST", Self.path + "/recovery-codes", as: .owner(owner))
            #expect(try await signIn(daemon, recovery[2]).status == 403)
            #expect(
                try await signIn(daemon, try #require(renewed.json?["recoveryCodes"]?.array?[0].string)).status == 200)
            // The store does not contain the codes.
            let file = daemon.daemon.configuration.store
            for name in [file.path, file.path + "-wal"] {
                guard let data = FileManager.default.contents(atPath: name) else { continue }
                for code in recovery { #expect(data.range(of: Data(code.utf8)) == nil) }
            }
            #expect(try await daemon.send("DELETE", Self.path, as: .owner(owner)).status == 204)
            #expect(try await signIn(daemon, nil).status == 200)
        }
    }

    @Test func changesRequireARecentPassphrase() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            daemon.clock.move(seconds: 301)
            for (method, path, json) in [
                ("POST", Self.path, nil), ("PUT", Self.path, #"{"code":"123456"}"#), ("DELETE", Self.path, nil),
                ("POST", Self.path + "/recovery-codes", nil),
            ] {
                let response = try await daemon.send(method, path, as: .owner(owner), json: json)
                #expect(response.problem?.kind == .confirmationRequired, "\(method) \(path)")
            }
        }
    }

    @Test func anExpiredKeyOfferIsInvalid() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            _ = try await daemon.send("POST", Self.path, as: .owner(owner))
            daemon.clock.move(seconds: 601)
            _ = try await daemon.send(
                "POST", "/v1/owner/session/confirmation", as: .owner(owner),
                json: #"{"passphrase":"\#(OwnedDaemon.passphrase)"}"#)
            let response = try await daemon.send("PUT", Self.path, as: .owner(owner), json: #"{"code":"123456"}"#)
            #expect(response.status == 409)
        }
    }

    /// A client with the passphrase cannot try all codes from many addresses.
    @Test func guessesOfCodesAreLimitedForAllUnknownBrowsersTogether() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.steadyClock = ManualClock()
            configuration.limits.wrongPassphrasesPerMinute = 1000
            configuration.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        } _: { (daemon: OwnedDaemon) async throws in
            let (key, _) = try await enable(daemon)
            let device = try await daemon.send(
                "POST", "/v1/owner/session",
                json:
                    #"{"passphrase":"\#(OwnedDaemon.passphrase)","code":"\#(OneTimePassword.code(key, step: OneTimePassword.step(at: daemon.clock.now) + 1))"}"#
            )
            let known = device.headers.first { $0.value.hasPrefix(OwnerSessionNames.deviceCookie) }?.value
                .split(separator: ";").first
            var statuses: [Int] = []
            for number in 1...30 {
                let response = try await daemon.send(
                    "POST", "/v1/owner/session",
                    json: #"{"passphrase":"\#(OwnedDaemon.passphrase)","code":"x\#(number)"}"#,
                    headers: [("X-Forwarded-For", "203.0.113.\(number)")])
                statuses.append(response.status)
            }
            #expect(statuses.filter { $0 == 403 }.count <= 20 && statuses.last == 429, "\(statuses)")
            // A browser that has signed in before is not limited.
            daemon.clock.move(seconds: 90)
            let code = OneTimePassword.code(key, step: OneTimePassword.step(at: daemon.clock.now))
            let response = try await daemon.send(
                "POST", "/v1/owner/session", json: #"{"passphrase":"\#(OwnedDaemon.passphrase)","code":"\#(code)"}"#,
                headers: [("Cookie", String(try #require(known)))])
            #expect(response.status == 200)
        }
    }
}
