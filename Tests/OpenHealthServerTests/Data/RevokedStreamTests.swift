// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of streams of apps that are revoked.
@Suite(.timeLimit(.usual)) struct RevokedStreamTests {
    /// `health apps revoke` calls the same function, in another process.
    @Test(arguments: ["samples", "types"]) func aStreamEndsWhenItsAppIsRevoked(content: String) async throws {
        try await TestDaemon.with { daemon in
            let reader = try daemon.app("reader")
            try daemon.allow("reader", read: [DataFixtures.steps])
            var events = try await daemon.follow("type=stepCount&content=\(content)", token: reader)
            #expect(try await events.next()?.name == "place")
            let elsewhere = try HealthDatabase(url: daemon.database.url, mode: .readWrite)
            try elsewhere.apps.revoke(TestDaemon.identifier("reader"))
            while try await events.next() != nil {}
            // The token remains valid: the app can ask for other types.
            #expect(try await daemon.send("GET", "/v1/app", token: reader).status == 200)
        }
    }

    /// The responses for single types are no reason to end a stream, which would reveal them.
    @Test func aStreamDoesNotEndWhenTypesAreDenied() async throws {
        try await TestDaemon.with { daemon in
            let (writer, reader) = (try daemon.app("writer"), try daemon.app("reader"))
            try daemon.allow("writer", share: [DataFixtures.steps])
            try daemon.allow("reader", read: [DataFixtures.steps])
            var events = try await daemon.follow("type=stepCount", token: reader)
            #expect(try await events.next()?.name == "place")
            try daemon.database.apps.revoke(
                TestDaemon.identifier("reader"), types: [DataFixtures.steps.identifier])
            try daemon.allow("reader", read: [DataFixtures.steps])
            try await daemon.save([DataFixtures.stepSample(0)], token: writer)
            #expect(try await events.next()?.name == "changes")
        }
    }
}
