// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird
import NIOCore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct WithdrawnPermissionTests {
    /// If permission is withdrawn while a line is being sent, the next line does not contain the data.
    @Test(arguments: ["startDate", "endDate"])
    func linesEndWithThePermission(order: String) async throws {
        try await TestDaemon.with { daemon in
            let (writer, _) = (try daemon.app("writer"), try daemon.app("reader"))
            try daemon.allow("writer", share: [DataFixtures.steps])
            try daemon.allow("reader", share: [DataFixtures.steps], read: [DataFixtures.steps])
            try await daemon.save((0..<1500).map { DataFixtures.stepSample($0) }, token: writer)
            let app = AppIdentity(identifier: TestDaemon.identifier("reader"), name: "reader")
            let own = DataFixtures.stepSample(2000)
            try AppAccess(database: daemon.database, app: app).save([own])
            let key = try #require(SampleQuery.Order.Key(rawValue: order))
            let query = SampleQuery(
                [SampleQuery.Part(DataFixtures.steps)], order: [SampleQuery.Order(key, ascending: true)])
            for writes in [1, 2, 20] {
                try daemon.allow("reader", read: [DataFixtures.steps])
                var lines = try await SampleLines(
                    query, AppAccess(database: daemon.database, app: app), daemon.services)
                let recorder = Recorder(stopAfter: writes) {
                    try daemon.deny("reader", [DataFixtures.steps])
                }
                var sink: any ResponseBodyWriter = recorder
                try await lines.write(to: &sink)
                let sent = recorder.lines()
                let before = recorder.linesAtStop()
                #expect(before > 0 && before < 1500)
                // The app still sees its own sample, and no others.
                #expect(sent.count == before + 1)
                #expect(sent.last?.contains(own.uuid.uuidString) == true)
                #expect(Set(sent).count == sent.count)
            }
        }
    }

    /// A writer that records the response, and performs an action after a number of writes.
    private struct Recorder: ResponseBodyWriter, Sendable {
        private let state = Guarded((text: "", writes: 0, atStop: 0))
        private let stop: Int
        private let action: @Sendable () throws -> Void

        init(stopAfter stop: Int, _ action: @escaping @Sendable () throws -> Void) {
            self.stop = stop
            self.action = action
        }

        func write(_ buffer: ByteBuffer) async throws {
            let isStop = state.withLock { state in
                state.text += String(buffer: buffer)
                state.writes += 1
                if state.writes == stop { state.atStop = state.text.split(separator: "\n").count }
                return state.writes == stop
            }
            if isStop { try action() }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}

        func lines() -> [String] { state.withLock { $0.text.split(separator: "\n").map(String.init) } }
        func linesAtStop() -> Int { state.withLock(\.atStop) }
    }
}
