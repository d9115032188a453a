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

/// Tests of a clock that is set forward or back while the server runs, as the documentation describes them.
@Suite(.timeLimit(.usual)) struct ClockJumpTests {
    private static let day = 86_400.0
    private static let year = 365 * day

    @Test(arguments: [-year, -day, -3600, 3600, day, 400 * day]) func sessionsEndAfterALongJump(jump: Double)
        async throws
    {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            daemon.clock.move(seconds: jump)
            let isShort = abs(jump) <= OwnerSessions.idleSeconds
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: owner).status == (isShort ? 200 : 401))
            // The passphrase is never taken for recently entered.
            let change = try await daemon.send("PUT", "/v1/owner/registration", as: owner, json: #"{"open":true}"#)
            #expect(change.status == (isShort ? 403 : 401), "\(change.text)")
            #expect(try daemon.database.apps.isRegistrationOpen() == false)
            // A sign-in works at any time, and its session outlives the correction only if that is short.
            let next = OwnedDaemon.Asker.owner(try await daemon.signIn())
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: next).status == 200)
            daemon.clock.move(seconds: -jump)
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: next).status == (isShort ? 200 : 401))
        }
    }

    /// There is no sign-in while the clock is wrong.
    @Test(arguments: [-year, -day, day, 400 * day]) func sessionsAreValidAgainWithTheClock(jump: Double) async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            daemon.clock.move(seconds: jump)
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: owner).status == 401)
            daemon.clock.move(seconds: -jump)
            #expect(try await daemon.send("GET", "/v1/owner/apps", as: owner).status == 200)
        }
    }

    @Test(arguments: [-year, -day, day, 400 * day]) func tokensWorkAfterTheClockIsRightAgain(jump: Double) async throws
    {
        try await OwnedDaemon.with { daemon in
            let app = OwnedDaemon.Asker.app(try await daemon.register("org.example.steps"))
            #expect(try await daemon.send("GET", "/v1/types", as: app).status == 200)
            daemon.clock.move(seconds: jump)
            #expect(try await daemon.send("GET", "/v1/types", as: app).status == (jump > Self.year ? 401 : 200))
            daemon.clock.move(seconds: -jump)
            #expect(try await daemon.send("GET", "/v1/types", as: app).status == 200)
        }
    }

    @Test func aLockDoesNotLastLongerAfterAJumpBack() throws {
        let (locks, now) = (SignInLocks(), Date(timeIntervalSince1970: 1_800_000_000))
        let client = SignInClient.address(ClientAddress(nil))
        for _ in 0..<SignInLocks.maximumFailures { locks.noteFailure(client, at: now) }
        let seconds = Int(SignInLocks.firstSeconds)
        #expect(locks.seconds(client, at: now) == seconds)
        let back = now - Self.year
        #expect(locks.seconds(client, at: back) == seconds)
        #expect(locks.seconds(client, at: back + 10) == seconds - 10)
        #expect(locks.seconds(client, at: back + SignInLocks.firstSeconds) == nil)
    }

    @Test(arguments: [-year, -day, -700, 700, day]) func pairingCodesDoNotLastLongerAfterAJump(jump: Double)
        async throws
    {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let made = try await daemon.send("POST", "/v1/owner/pairing-codes", as: .owner(owner))
            let code = try #require(made.json?["code"]?.string, "\(made.text)")
            daemon.clock.move(seconds: jump)
            let body = #"{"identifier":"org.example.a","name":"A","version":"1","pairingCode":"\#(code)"}"#
            #expect(try await daemon.send("POST", "/v1/apps", json: body).status == 403)
        }
    }

    @Test func aCodeOfAnAuthenticatorIsNotValidTwiceAfterAJump() throws {
        let database = try HealthDatabase.inMemory()
        let factor = SecondFactor(database)
        let (key, now) = (SecondFactor.newKey(), Date(timeIntervalSince1970: 1_800_000_000))
        func code(_ date: Date) -> String { OneTimePassword.code(key, step: OneTimePassword.step(at: date)) }
        let recovery = try #require(try factor.enable(key, code: code(now), at: now))
        let stored = try #require(try database.owner.secondFactor())
        let later = now + 600
        #expect(try factor.use(code(later), of: stored, at: later))
        // Set back, and forward again: neither used codes nor those of the time before are valid.
        for date in [now, now + 300, later] { #expect(try !factor.use(code(date), of: stored, at: date)) }
        #expect(try factor.use(code(later + 60), of: stored, at: later + 60))
        // After a code was used while the clock was ahead, recovery codes are valid until then.
        #expect(try factor.use(code(now + Self.year), of: stored, at: now + Self.year))
        #expect(try !factor.use(code(later + 120), of: stored, at: later + 120))
        #expect(try factor.use(recovery[0], of: stored, at: later + 120))
    }
}
