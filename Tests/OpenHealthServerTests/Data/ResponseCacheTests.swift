// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import NIOCore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct ResponseCacheTests {
    @Test func appsReadTheirOwnWrites() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("writer")
            try daemon.allow("writer", share: [DataFixtures.steps], read: [DataFixtures.steps])
            for count in 1...30 {
                try await daemon.save([DataFixtures.stepSample(count)], token: token)
                for _ in 0..<3 {
                    #expect(try await daemon.uuids(of: DataFixtures.steps, token: token).count == count)
                }
            }
        }
    }

    @Test func writesOfOthersAndWithdrawnPermissionsTakeEffectAtOnce() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("reader")
            try daemon.allow("reader", read: [DataFixtures.steps])
            let elsewhere = try HealthDatabase(url: daemon.database.url, mode: .readWrite)
            for count in 1...20 {
                try elsewhere.save(
                    [DataFixtures.stepSample(count)],
                    source: ProvenanceData(sourceName: "other", bundleIdentifier: "org.example.other"))
                for _ in 0..<3 {
                    #expect(try await daemon.uuids(of: DataFixtures.steps, token: token).count == count)
                }
            }
            for _ in 0..<5 {
                try elsewhere.apps.revoke(TestDaemon.identifier("reader"))
                #expect(try await daemon.uuids(of: DataFixtures.steps, token: token).isEmpty)
                try daemon.allow("reader", read: [DataFixtures.steps])
                #expect(try await daemon.uuids(of: DataFixtures.steps, token: token).count == 20)
            }
        }
    }

    @Test func appsDoNotReceiveEachOthersAnswers() async throws {
        try await TestDaemon.with { daemon in
            let (one, two) = (try daemon.app("one"), try daemon.app("two"))
            try daemon.allow("one", share: [DataFixtures.steps], read: [DataFixtures.steps])
            try daemon.deny("two", [DataFixtures.steps])
            try await daemon.save([DataFixtures.stepSample(0)], token: one)
            for _ in 0..<3 {
                #expect(try await daemon.uuids(of: DataFixtures.steps, token: one).count == 1)
                #expect(try await daemon.uuids(of: DataFixtures.steps, token: two).isEmpty)
            }
        }
    }

    @Test func theCacheIsBounded() {
        let cache = ResponseCache()
        for number in 0..<5000 {
            let key = ResponseCache.Key(app: "a", request: "\(number)")
            cache.keep(.init(bytes: ByteBuffer(repeating: 1, count: 20_000), notes: []), for: key, at: 1)
            #expect(cache.response(key, at: 1) != nil)
            #expect(cache.response(key, at: 2) == nil)
        }
        #expect(cache.size <= ResponseCache.most)
        let large = ResponseCache.Key(app: "a", request: "large")
        cache.keep(
            .init(bytes: ByteBuffer(repeating: 1, count: ResponseCache.maximumForOne), notes: []), for: large, at: 1)
        #expect(cache.response(large, at: 1) == nil)
        cache.keep(.init(bytes: ByteBuffer(), notes: []), for: large, at: 2)
        #expect(cache.size < 1000)
    }
}
