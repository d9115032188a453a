// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import OpenHealthTestBasics
import RemoteTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthRemote

/// Tests of a daemon that stops and restarts at the same port.
@Suite("A server that returns", .timeLimit(.usual)) struct ReconnectTests {
    @Test func changesMeanwhileAreReportedOnce() async throws {
        let world = try RemoteWorld()
        let reader = try world.app("reader")
        let writer = try world.app("writer")
        for name in ["reader", "writer"] { try world.allow(name) }
        try await writer.save(RemoteWorld.sample(0))
        let told = EventLog<UUID>()
        let anchored = HKAnchoredObjectQuery(
            type: RemoteWorld.steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
        ) { _, added, _, _, error in
            #expect(error == nil)
            for sample in added ?? [] { told.note(sample.uuid) }
        }
        anchored.updateHandler = { _, added, _, _, _ in
            for sample in added ?? [] { told.note(sample.uuid) }
        }
        reader.execute(anchored)
        await told.wait(count: 1)
        try await writer.save(RemoteWorld.sample(1))
        await told.wait(count: 2)
        for round in 0..<3 {
            await world.daemon.stop()
            // Another app writes to the file, and the app keeps one unsent sample.
            let access = AppAccess(
                database: world.daemon.database, app: AppIdentity(identifier: "org.example.writer", name: "writer"))
            try access.save([RemoteWorld.sample(10 * round + 10)])
            try await writer.save(RemoteWorld.sample(10 * round + 11))
            try await world.daemon.restart()
            await told.wait(count: 2 * round + 4)
        }
        reader.stop(anchored)
        let all = told.events
        #expect(all.count == Set(all).count)
        #expect(try world.stored() == all.count)
    }

    @Test func unitsThatChangeMeanwhileAreReported() async throws {
        let world = try RemoteWorld()
        let store = try world.app("reader")
        try world.allow("reader")
        _ = store.authorizationStatus(for: RemoteWorld.steps)
        let access = try store.context.access()
        let topics = EventLog<Set<ChangeRange.Topic>>()
        let subscription = try await access.subscribe { range in topics.note(range.topics) }
        await world.daemon.stop()
        try world.daemon.database.setPreferredUnit(.count(), for: RemoteWorld.steps)
        try await world.daemon.restart()
        await topics.wait { $0.contains { $0.contains(.units) } }
        subscription.cancel()
    }
}
