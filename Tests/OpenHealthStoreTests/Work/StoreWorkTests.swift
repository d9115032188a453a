// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GRDB
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Synchronization
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests of work that is cancelled or interrupted.
@Suite(.timeLimit(.usual)) struct StoreWorkTests {
    /// A statement that never finishes.
    private static let endless =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"

    private static func readWithoutEnd(_ database: HealthDatabase, _ begun: @escaping () -> Void = {}) throws {
        try database.read { db in
            begun()
            _ = try Int.fetchOne(db, sql: endless)
        }
    }

    /// Runs a closure on a separate thread.
    private static func begin(_ body: @escaping @Sendable () throws -> Void) -> Ending {
        let ending = Ending()
        Thread.detachNewThread {
            do {
                try body()
                ending.end(nil)
            } catch {
                ending.end(error)
            }
        }
        return ending
    }

    private final class Ending: Sendable {
        private let error = Mutex<(any Error)?>(nil)
        private let ended = DispatchSemaphore(value: 0)

        func end(_ error: (any Error)?) {
            self.error.withLock { $0 = error }
            ended.signal()
        }

        /// Waits for the end of the closure, and returns the code of its error.
        func wait() -> StoreError.Code? {
            ended.wait()
            return error.withLock { ($0 as? StoreError)?.code }
        }
    }

    @Test func `cancellation interrupts a statement from another thread`() throws {
        let store = try ScratchStore()
        let (work, begun) = (StoreWork(), DispatchSemaphore(value: 0))
        let database = store.database
        let ending = Self.begin { try work.run { try Self.readWithoutEnd(database) { begun.signal() } } }
        begun.wait()
        work.cancel()
        #expect(ending.wait() == .cancelled)
        // The connection still works.
        #expect(try store.count("SELECT 1") == 1)
    }

    @Test func `a time limit interrupts a statement`() throws {
        let store = try ScratchStore()
        let error = #expect(throws: StoreError.self) {
            try StoreWork(seconds: 0.05).run { try Self.readWithoutEnd(store.database) }
        }
        #expect(error?.code == .timeLimit)
        #expect(throws: StoreError.self) { try StoreWork(seconds: 0).run {} }
    }

    @Test func `the error at a time limit has the remedy of a read or of a change`() throws {
        for (isChange, remedy) in [(false, "shorter time interval"), (true, "fewer records or documents")] {
            let error = #expect(throws: StoreError.self) {
                try StoreWork(isChange: isChange, seconds: 0).run {}
            }
            #expect(error?.code == .timeLimit && error?.description.contains(remedy) == true)
            // A part of the work ends as the whole.
            let part = #expect(throws: StoreError.self) {
                try StoreWork(of: StoreWork(isChange: isChange, seconds: 0), isWanted: { true }).run {}
            }
            #expect(part?.description == error?.description)
        }
    }

    @Test func `an interrupted write is rolled back`() throws {
        let store = try ScratchStore()
        let error = #expect(throws: StoreError.self) {
            try StoreWork(seconds: 0.05).run {
                try store.database.write { db in
                    try db.execute(sql: "INSERT INTO setting (name, value) VALUES ('half', 'done')")
                    _ = try Int.fetchOne(db, sql: Self.endless)
                }
            }
        }
        #expect(error?.code == .timeLimit)
        #expect(try store.count("SELECT count(*) FROM setting WHERE name = 'half'") == 0)
        try store.database.write { db in
            try db.execute(sql: "INSERT INTO setting (name, value) VALUES ('whole', 'done')")
        }
        #expect(try store.count("SELECT count(*) FROM setting WHERE name = 'whole'") == 1)
    }

    @Test func `other work reads regardless of shared work`() throws {
        let store = try ScratchStore()
        let database = store.database
        let works = (0..<ReaderTurns.most * 3).map { _ in StoreWork(isShared: true) }
        let begun = DispatchSemaphore(value: 0)
        let endings = works.map { work in
            Self.begin { try work.run { try Self.readWithoutEnd(database) { begun.signal() } } }
        }
        for _ in 0..<ReaderTurns.maximumShared { begun.wait() }
        for _ in 0..<20 { #expect(try store.count("SELECT 1") == 1) }
        #expect(try StoreWork().run { try store.count("SELECT 1") } == 1)
        // Waiting work ends as well.
        for work in works { work.cancel() }
        for ending in endings { #expect(ending.wait() == .cancelled) }
    }

    @Test func `a long write of shared work ends if other work waits to write`() throws {
        let store = try ScratchStore()
        let (database, begun) = (store.database, DispatchSemaphore(value: 0))
        let ending = Self.begin {
            try StoreWork(isShared: true).run {
                try database.write { db in
                    begun.signal()
                    _ = try Int.fetchOne(db, sql: Self.endless)
                }
            }
        }
        begun.wait()
        try database.write { db in
            try db.execute(sql: "INSERT INTO setting (name, value) VALUES ('other', 'done')")
        }
        #expect(ending.wait() == .busy)
    }

    @Test func `nested work ends itself or with its parent`() throws {
        let store = try ScratchStore()
        let isWanted = Atomic(true)
        let outer = StoreWork()
        let inner = StoreWork(of: outer) { isWanted.load(ordering: .relaxed) }
        #expect(inner.end == nil)
        isWanted.store(false, ordering: .relaxed)
        #expect(inner.end == .cancelled && outer.end == nil)
        isWanted.store(true, ordering: .relaxed)
        outer.cancel()
        #expect(inner.end == .cancelled)
        #expect(throws: StoreError.self) { try inner.run { try store.count("SELECT 1") } }
    }

    @Test func `several queries read no more samples than their total limit`() throws {
        let store = try ScratchStore()
        let app = AppIdentity(identifier: "org.example.app", name: "App")
        let type = HKQuantityType(.stepCount)
        try store.database.apps.setPermission(
            share: .authorized, read: .authorized, app: app.identifier, types: [type.identifier])
        let access = AppAccess(database: store.database, app: app)
        try access.save((0..<30).map { MadeSamples.steps(Double($0 + 1), from: Double($0) * 60) })
        let bySource = [SampleQuery.Order(.endDate, ascending: true)]
        for order in [[], bySource] {
            var query = SampleQuery([SampleQuery.Part(type)])
            query.order = order
            #expect(try access.samples([query, query], most: 60)?.map(\.count) == [30, 30])
            #expect(try access.samples([query, query], most: 59) == nil)
            #expect(try access.samples([query], most: 10) == nil)
            query.limit = 10
            #expect(try access.samples([query], most: 10)?.map(\.count) == [10])
        }
    }
}
