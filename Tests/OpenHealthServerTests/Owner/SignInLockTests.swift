// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import NIOCore
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests that failed sign-ins lock out only the client that caused them.
@Suite(.timeLimit(.usual)) struct SignInLockTests {
    private static func behindProxy(_ configuration: inout HealthDaemon.Configuration) {
        configuration.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        configuration.limits.wrongPassphrasesPerMinute = 8
        configuration.steadyClock = ManualClock()
    }

    private func signIn(
        _ daemon: OwnedDaemon, _ passphrase: String = OwnedDaemon.passphrase, from address: String,
        device: String? = nil
    ) async throws -> OwnedDaemon.Response {
        try await daemon.send(
            "POST", "/v1/owner/session", json: JSONValue.object([("passphrase", .string(passphrase))]).text,
            headers: [("X-Forwarded-For", address)] + (device.map { [("Cookie", $0)] } ?? []))
    }

    private func device(_ response: OwnedDaemon.Response) throws -> String {
        let field = try #require(
            response.headers.first { $0.value.hasPrefix(OwnerSessionNames.deviceCookie + "=") }?.value)
        for part in ["Secure", "HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] { #expect(field.contains(part)) }
        return String(field.prefix { $0 != ";" })
    }

    @Test func unknownBrowsersLockOnlyThemselves() async throws {
        try await OwnedDaemon.with(Self.behindProxy) { daemon in
            let device = try device(try await signIn(daemon, from: "198.51.100.1"))
            for _ in 1...5 { #expect(try await signIn(daemon, "wrong one", from: "203.0.113.9").status == 403) }
            #expect(try await signIn(daemon, from: "203.0.113.9").status == 429)
            // The owner can sign in at another address, and with a known browser at the same address.
            #expect(try await signIn(daemon, from: "198.51.100.1").status == 200)
            #expect(try await signIn(daemon, from: "203.0.113.9", device: device).status == 200)
            // These sign-ins have not unlocked other clients.
            #expect(try await signIn(daemon, from: "203.0.113.9").status == 429)
        }
    }

    /// The limit of attempts from an address does not affect a browser that is known there either.
    @Test func aKnownBrowserHasItsOwnLimit() async throws {
        try await OwnedDaemon.with(Self.behindProxy) { daemon in
            let device = try device(try await signIn(daemon, from: "203.0.113.9"))
            for _ in 1...20 { _ = try await signIn(daemon, "wrong one", from: "203.0.113.9") }
            #expect(try await signIn(daemon, from: "203.0.113.9").status == 429)
            #expect(try await signIn(daemon, from: "203.0.113.9", device: device).status == 200)
        }
    }

    /// A cookie that was read on another port cannot lock out its browser at other addresses.
    @Test func aStolenDeviceCookieLocksOneAddress() async throws {
        try await OwnedDaemon.with(Self.behindProxy) { daemon in
            let device = try device(try await signIn(daemon, from: "198.51.100.1"))
            for _ in 1...5 {
                #expect(try await signIn(daemon, "wrong one", from: "203.0.113.9", device: device).status == 403)
            }
            #expect(try await signIn(daemon, from: "203.0.113.9", device: device).status == 429)
            #expect(try await signIn(daemon, from: "198.51.100.1", device: device).status == 200)
        }
    }

    /// A cookie that was never issued does not identify a browser, so guesses with a new cookie each time are counted.
    @Test func anUnknownDeviceCookieIsIgnored() async throws {
        try await OwnedDaemon.with(Self.behindProxy) { (daemon: OwnedDaemon) async throws in
            for number in 1...5 {
                let device = "\(OwnerSessionNames.deviceCookie)=made-up-\(number)"
                #expect(try await signIn(daemon, "wrong one", from: "203.0.113.9", device: device).status == 403)
            }
            #expect(
                try await signIn(daemon, from: "203.0.113.9", device: "\(OwnerSessionNames.deviceCookie)=made-up")
                    .status
                    == 429)
        }
    }

    /// A user of this machine can use all its loopback addresses, which count as one.
    @Test func loopbackAddressesShareALock() async throws {
        try await OwnedDaemon.with(Self.behindProxy) { (daemon: OwnedDaemon) async throws in
            for number in 2...6 {
                #expect(try await signIn(daemon, "wrong one", from: "127.0.0.\(number)").status == 403)
            }
            for address in ["127.0.0.7", "127.1.2.3", "::1", "::ffff:127.0.0.8"] {
                #expect(try await signIn(daemon, from: address).status == 429, "\(address)")
            }
            #expect(try await signIn(daemon, from: "198.51.100.1").status == 200)
        }
    }

    @Test func signingOutEverywhereForgetsBrowsers() async throws {
        try await OwnedDaemon.with(Self.behindProxy) { daemon in
            let device = try device(try await signIn(daemon, from: "198.51.100.1"))
            let hash = Secret.hash(String(try #require(device.split(separator: "=").last)))
            #expect(try daemon.database.owner.knowsDevice(hash: hash))
            try daemon.services.owner.signOutEverywhere()
            #expect(try !daemon.database.owner.knowsDevice(hash: hash))
        }
    }

    @Test func theNumberOfRememberedClientsIsLimited() throws {
        let (locks, now) = (SignInLocks(), Date(timeIntervalSince1970: 1_800_000_000))
        func client(_ number: Int) -> SignInClient {
            .device(withUnsafeBytes(of: number) { Data($0) }, ClientAddress(nil))
        }
        for _ in 0..<SignInLocks.maximumFailures { locks.noteFailure(client(0), at: now + 1) }
        // The client with the oldest last failure is removed first.
        for number in 1...SignInLocks.maximumClients { locks.noteFailure(client(number), at: now + Double(number + 1)) }
        #expect(locks.seconds(client(0), at: now + 2) == nil)
        for _ in 0..<SignInLocks.maximumFailures { locks.noteFailure(client(7), at: now + 40_000) }
        #expect(locks.seconds(client(7), at: now + 40_000) == 30 || locks.seconds(client(7), at: now + 40_000) == 60)
        locks.clear(client(7))
        #expect(locks.seconds(client(7), at: now + 40_000) == nil)
    }
}
