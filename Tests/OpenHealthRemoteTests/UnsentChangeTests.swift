// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import RemoteTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthRemote

/// Tests of saves and deletions while the daemon cannot be reached.
@Suite("Changes without a server", .timeLimit(.usual)) struct UnsentChangeTests {
    @Test func offlineSavesArriveOnce() async throws {
        let world = try RemoteWorld()
        let store = try world.app()
        try world.allow()
        let samples = (0..<4).map(RemoteWorld.sample)
        try await store.save(samples[0])
        #expect(try world.stored() == 1)
        await world.daemon.stop()
        // As on a locked iPhone, saving works and reading does not.
        try await store.save(samples[1])
        try await store.save([samples[2], samples[3]])
        try await store.delete(samples[1])
        #expect(world.waiting() == 3)
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: RemoteWorld.steps)], sortDescriptors: [])
        #expect(await code { _ = try await query.result(for: store) } == .errorDatabaseInaccessible)
        try await world.daemon.restart()
        try await settle(store)
        #expect(world.waiting() == 0)
        #expect(
            try await Set(query.result(for: store).map(\.uuid))
                == Set([samples[0], samples[2], samples[3]].map(\.uuid)))
        #expect(world.refused.withLock { $0.isEmpty })
    }

    @Test func unsentChangesSurviveTheProcess() async throws {
        let world = try RemoteWorld()
        var store: HKHealthStore? = try world.app()
        try world.allow()
        await world.daemon.stop()
        try await store?.save(RemoteWorld.sample(0))
        store = nil
        #expect(world.waiting() == 1)
        try await world.daemon.restart()
        let again = try world.app()
        // Any call of the app sends the changes.
        _ = again.authorizationStatus(for: RemoteWorld.steps)
        try await settle(again)
        #expect(world.waiting() == 0)
        #expect(try world.stored() == 1)
    }

    @Test(arguments: [1, 2, 3]) func aLostResponseDuplicatesNothing(_ losses: Int) async throws {
        let world = try RemoteWorld()
        let proxy = try DroppingProxy(to: world.daemon.port)
        let store = try world.app(at: proxy.url)
        try world.allow()
        try await store.save(RemoteWorld.sample(0))
        proxy.losses.withLock { $0 = losses }
        try await store.save(RemoteWorld.sample(1))
        try await store.save(RemoteWorld.sample(2))
        try await settle(store)
        #expect(world.waiting() == 0)
        #expect(try world.stored() == 3)
        #expect(world.refused.withLock { $0.isEmpty })
    }

    @Test func aRefusalIsReportedAndLaterChangesContinue() async throws {
        let world = try RemoteWorld()
        let store = try world.app()
        try world.allow()
        try await store.save(RemoteWorld.sample(0))
        await world.daemon.stop()
        // A duplicate, which every store refuses, and a sample that is accepted.
        try await store.save(RemoteWorld.sample(1))
        let twice = RemoteWorld.sample(2)
        try await store.save(twice)
        try await store.save(twice)
        try await store.save(RemoteWorld.sample(3))
        try await world.daemon.restart()
        try await settle(store)
        #expect(world.waiting() == 0)
        #expect(try world.stored() == 4)
        let refused = world.refused.withLock { $0 }
        #expect(refused.map(\.objects) == [[twice.uuid]])
        #expect(refused.map(\.error.code) == [.errorInvalidArgument])
    }

    @Test func aFullQueueIsAnError() async throws {
        let world = try RemoteWorld()
        let store = try world.app { $0.maximumUnsent = 2 }
        try world.allow()
        await world.daemon.stop()
        try await store.save(RemoteWorld.sample(0))
        try await store.save(RemoteWorld.sample(1))
        #expect(await code { try await store.save(RemoteWorld.sample(2)) } == .errorDatabaseInaccessible)
        try await world.daemon.restart()
        try await settle(store)
        #expect(world.waiting() == 0)
        #expect(try world.stored() == 2)
    }

    @Test func filesArePrivate() async throws {
        let world = try RemoteWorld()
        let store = try world.app()
        try world.allow()
        await world.daemon.stop()
        try await store.save(RemoteWorld.sample(0))
        let folder = world.unsent()
        func mode(_ url: URL) throws -> Int? {
            (try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber)?.intValue
        }
        #expect(try mode(folder) == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            #expect(try mode(folder.appending(path: name)) == 0o600)
        }
    }

    @Test func aDamagedFileIsMovedAside() async throws {
        let world = try RemoteWorld()
        let folder = world.unsent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("no change".utf8).write(to: folder.appending(path: "0000000000000001.change"))
        let store = try world.app()
        try world.allow()
        try await store.save(RemoteWorld.sample(0))
        try await settle(store)
        #expect(world.waiting() == 0)
        #expect(try world.stored() == 1)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/0000000000000001.change.unreadable"))
    }

    @Test func changesRoundTripThroughTheirFiles() throws {
        let change = UnsentChange(
            .delete, [UUID(), UUID()], at: Date(timeIntervalSince1970: 1.25), body: Data("{}\n{}".utf8))
        #expect(UnsentChange(file: change.file) == change)
        for count in 0..<change.file.count { #expect(UnsentChange(file: change.file.prefix(count)) == nil) }
    }
}
