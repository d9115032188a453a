// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct ChangeStreamTests {
    /// A client that reconnects repeatedly receives every sample once.
    @Test func aStreamResumesAfterAnInterruption() async throws {
        try await TestDaemon.with { daemon in
            let (writer, reader) = (try daemon.app("writer"), try daemon.app("reader"))
            try daemon.allow("writer", share: [DataFixtures.steps, DataFixtures.mass])
            try daemon.allow("reader", read: [DataFixtures.steps])
            let samples = (0..<150).map { DataFixtures.stepSample($0) }
            let begin = try await daemon.follow("type=stepCount", token: reader).first()
            var random = SeededGenerator(seed: 5)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for (index, sample) in samples.enumerated() {
                        try await daemon.save([sample], token: writer)
                        if index % 5 == 4 {
                            _ = try await daemon.send(
                                "DELETE", "/v1/samples/\(samples[index - 2].uuid)", token: writer)
                        }
                    }
                }
                var (added, deleted): ([UUID], [UUID]) = ([], [])
                var last = begin.id
                let gone = Set((0..<30).map { samples[$0 * 5 + 2].uuid })
                let kept = Set(samples.map(\.uuid)).subtracting(gone)
                while !kept.isSubset(of: added) || !gone.isSubset(of: deleted) {
                    var events = try await daemon.follow("type=stepCount", token: reader, after: last)
                    let place = try await events.next()
                    #expect(place?.name == "place" && place?.id == last)
                    for _ in 0..<Int.random(in: 1...4, using: &random) {
                        if kept.isSubset(of: added), gone.isSubset(of: deleted) { break }
                        guard let event = try await events.next() else { break }
                        let changes = try AppChanges(event.data)
                        added += changes.added.map(\.uuid)
                        deleted += changes.deleted.map(\.uuid)
                        last = event.id
                    }
                }
                #expect(Set(added).count == added.count)
                #expect(Set(deleted) == gone && deleted.count == gone.count)
                // The samples are in the order of saving.
                let order = samples.map(\.uuid).filter(Set(added).contains)
                #expect(added == order)
                try await group.waitForAll()
            }
        }
    }

    @Test func streamsReportOnlyVisibleChanges() async throws {
        try await TestDaemon.with { daemon in
            let (writer, reader) = (try daemon.app("writer"), try daemon.app("reader"))
            try daemon.allow("writer", share: [DataFixtures.steps, DataFixtures.mass, DataFixtures.rate])
            try daemon.allow("reader", read: [DataFixtures.steps])
            try daemon.deny("reader", [DataFixtures.mass])
            var events = try await daemon.follow("content=types", token: reader)
            #expect(try await events.next()?.name == "place")
            let kilograms = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70)
            try await daemon.save(
                [
                    HKQuantitySample(
                        type: DataFixtures.mass, quantity: kilograms, start: DataFixtures.start, end: DataFixtures.start
                    )
                ], token: writer)
            try await daemon.save([DataFixtures.stepSample(0)], token: writer)
            let event = try #require(try await events.next())
            #expect(event.name == "types")
            #expect(try event.data.required("types").array().map { try $0.string() } == [DataFixtures.steps.identifier])
            #expect(try event.data.required("topics").array().isEmpty)
            // The stream reports the app's own permissions, but not those of another app.
            try daemon.allow("writer", read: [DataFixtures.rate])
            try daemon.allow("reader", read: [DataFixtures.mass])
            let next = try #require(try await events.next())
            #expect(try next.data.required("types").array().isEmpty)
            #expect(try next.data.required("topics").array().map { try $0.string() } == ["permissions"])
            // Changes during the disconnection are reported once.
            try daemon.deny("reader", [DataFixtures.mass])
            var again = try await daemon.follow("content=types", token: reader, after: next.id)
            #expect(try await again.next()?.name == "place")
            #expect(try await again.next()?.data.required("topics").array().map { try $0.string() } == ["permissions"])
        }
    }

    @Test func aWithdrawnPermissionEndsItsChanges() async throws {
        try await TestDaemon.with { daemon in
            let (writer, reader) = (try daemon.app("writer"), try daemon.app("reader"))
            try daemon.allow("writer", share: [DataFixtures.steps])
            try daemon.allow("reader", read: [DataFixtures.steps])
            var events = try await daemon.follow("type=stepCount", token: reader)
            _ = try await events.next()
            try await daemon.save([DataFixtures.stepSample(0)], token: writer)
            #expect(try await events.next()?.name == "changes")
            try daemon.deny("reader", [DataFixtures.steps])
            try await daemon.save([DataFixtures.stepSample(1)], token: writer)
            try daemon.allow("reader", read: [DataFixtures.steps])
            try await daemon.save([DataFixtures.stepSample(2)], token: writer)
            let event = try #require(try await events.next())
            #expect(try AppChanges(event.data).added.count <= 2)
            // The removal of the token ends the stream.
            try daemon.services.apps.forget(TestDaemon.identifier("reader"))
            var rest = 0
            while try await events.next() != nil { rest += 1 }
            #expect(rest <= 1)
        }
    }

    @Test func manyStreamsShareTheirReads() async throws {
        try await TestDaemon.with({ $0.limits.streamsPerApp = 60 }) { daemon in
            let (writer, reader) = (try daemon.app("writer"), try daemon.app("reader"))
            try daemon.allow("writer", share: [DataFixtures.steps])
            try daemon.allow("reader", read: [DataFixtures.steps])
            try await withThrowingTaskGroup(of: [UUID].self) { group in
                let (listening, listens) = AsyncStream.makeStream(of: Void.self)
                for _ in 0..<60 {
                    group.addTask {
                        var events = try await daemon.follow("type=stepCount", token: reader)
                        _ = try await events.next()
                        listens.yield()
                        var uuids: [UUID] = []
                        while uuids.count < 20, let event = try await events.next() {
                            uuids += try AppChanges(event.data).added.map(\.uuid)
                        }
                        return uuids
                    }
                }
                var count = 0
                for await _ in listening {
                    count += 1
                    if count == 60 { break }
                }
                let refused = try await daemon.send("GET", "/v1/changes?type=stepCount", token: reader)
                #expect(refused.status == 429)
                let samples = (0..<20).map { DataFixtures.stepSample($0) }
                for sample in samples { try await daemon.save([sample], token: writer) }
                for try await uuids in group { #expect(uuids == samples.map(\.uuid)) }
            }
        }
    }
}

extension EventReader {
    /// Returns the first event of a stream, which is then closed.
    fileprivate consuming func first() async throws -> ServerEvent {
        var reader = self
        guard let event = try await reader.next() else { throw CancellationError() }
        return event
    }
}
