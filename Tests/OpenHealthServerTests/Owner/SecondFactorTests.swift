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

    /// Signs in from an address behind a proxy.
    private func signIn(
        _ daemon: OwnedDaemon, _ passphrase: String, _ code: String, from address: String? = nil, device: String? = nil
    ) async throws -> OwnedDaemon.Response {
        try await daemon.send(
            "POST", "/v1/owner/session",
            json: JSONValue.object([("passphrase", .string(passphrase)), ("code", .string(code))]).text,
            headers: (address.map { [("X-Forwarded-For", $0)] } ?? []) + (device.map { [("Cookie", $0)] } ?? []))
    }

    private static func behindProxy(_ configuration: inout HealthDaemon.Configuration) {
        configuration.steadyClock = ManualClock()
        configuration.limits.wrongPassphrasesPerMinute = 1000
        configuration.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
    }

    /// A client with the passphrase cannot try all codes from many addresses, and learns from no response that it has the passphrase.
    @Test func guessesOfCodesAreLimitedForAllUnknownBrowsersTogether() async throws {
        try await OwnedDaemon.with(Self.behindProxy) { (daemon: OwnedDaemon) async throws in
            let (key, recovery) = try await enable(daemon)
            func code(_ offset: Int64 = 0) -> String {
                OneTimePassword.code(key, step: OneTimePassword.step(at: daemon.clock.now) + offset)
            }
            let first = try await signIn(daemon, OwnedDaemon.passphrase, code(1))
            let known = first.headers.first { $0.value.hasPrefix(OwnerSessionNames.deviceCookie) }?.value
                .split(separator: ";").first
            // Each address is new; then one address is locked.
            let addresses = (1...40).map { "203.0.113.\($0)" } + [String](repeating: "203.0.113.40", count: 8)
            func sequence(_ passphrase: String, _ prefix: String) async throws -> [String] {
                var responses: [String] = []
                for (number, address) in addresses.enumerated() {
                    let given = number % 3 == 0 ? "x\(10_000 + number)" : "AAAA-AAAA-AAAA-\(1000 + number)"
                    let response = try await signIn(
                        daemon, passphrase, given, from: address.replacing("203.0.113", with: prefix))
                    let retry = response.header("Retry-After") ?? "-"
                    responses.append("\(response.status) \(retry) \(response.text)")
                }
                return responses
            }
            let wrong = try await sequence("not the passphrase", "198.51.100")
            let right = try await sequence(OwnedDaemon.passphrase, "203.0.113")
            #expect(wrong == right)
            #expect(wrong.prefix(40).allSatisfy { $0.hasPrefix("403") } && wrong.last?.hasPrefix("429") == true)

            // The limit is used up: a valid code of an unknown browser elsewhere gets the same response, and stays valid.
            daemon.clock.move(seconds: 90)
            let refused = try await signIn(daemon, OwnedDaemon.passphrase, code(), from: "192.0.2.1")
            #expect(refused.status == 403 && "403 - \(refused.text)" == wrong[0])
            let recovered = try await signIn(daemon, OwnedDaemon.passphrase, recovery[0], from: "192.0.2.2")
            #expect(recovered.status == 403 && recovered.text == refused.text)
            // A browser that has signed in before, and this machine, are not limited.
            let device = String(try #require(known))
            let status = try await signIn(
                daemon, OwnedDaemon.passphrase, code(), from: "192.0.2.1", device: device
            ).status
            #expect(status == 200)
            #expect(try await signIn(daemon, OwnedDaemon.passphrase, recovery[0]).status == 200)
        }
    }

    /// Wrong passphrases from elsewhere do not use up the limit of codes.
    @Test func wrongPassphrasesDoNotLockOutTheOwnersNewBrowser() async throws {
        try await OwnedDaemon.with(Self.behindProxy) { (daemon: OwnedDaemon) async throws in
            let (key, _) = try await enable(daemon)
            for number in 1...40 {
                let response = try await signIn(
                    daemon, "not the passphrase", "100000", from: "203.0.113.\(number)")
                #expect(response.status == 403)
            }
            let code = OneTimePassword.code(key, step: OneTimePassword.step(at: daemon.clock.now) + 1)
            #expect(try await signIn(daemon, OwnedDaemon.passphrase, code, from: "192.0.2.1").status == 200)
        }
    }

    /// A wrong code does not wait for writers, since a wrong passphrase does not either.
    @Test func checkingACodeOnlyReads() async throws {
        try await OwnedDaemon.with { daemon in
            let (key, recovery) = try await enable(daemon)
            let factor = try #require(try daemon.database.owner.secondFactor())
            let (checked, now) = (SecondFactor(daemon.database), daemon.clock.now)
            let next = OneTimePassword.code(key, step: OneTimePassword.step(at: now) + 1)
            for _ in 0..<2 {
                #expect(try checked.isValid(next, of: factor, at: now))
                #expect(try checked.isValid(recovery[0], of: factor, at: now))
            }
            let used = OneTimePassword.code(key, step: factor.step)
            for wrong in [used, "", "AAAA-AAAA-AAAA-AAAA"] {
                #expect(try !checked.isValid(wrong, of: factor, at: now))
            }
        }
    }
}
