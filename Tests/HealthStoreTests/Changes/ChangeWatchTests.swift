// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Synchronization
import Testing

@testable import HealthStore

/// What is a reason to look for changes.
@Suite(.timeLimit(.minutes(20))) struct ChangeWatchTests {
    /// How often was looked, and a way to wait for it.
    private final class Looks: @unchecked Sendable {
        // Unchecked because the count is used under the condition's lock alone.
        private let condition = NSCondition()
        private var number = 0

        func note() -> ChangeWatch.Finding {
            condition.withLock {
                number += 1
                condition.broadcast()
            }
            return .nothing
        }

        var count: Int { condition.withLock { number } }

        func wait(beyond count: Int) {
            condition.withLock {
                while number <= count { condition.wait() }
            }
        }
    }

    #if os(Linux)
        @Test func otherFilesOfTheFolderAreNone() throws {
            let store = try ScratchStore()
            let path = store.database.url.path
            let looks = Looks()
            let watch = ChangeWatch(ChangeSource(try DatabaseQueue(), file: path))
            watch.start(looks.note)
            defer { watch.stop() }
            looks.wait(beyond: 0)
            // The same kernel tells this one and the watch, so that each file has woken it before the next one is written.
            let events = try #require(FileEvents(path))
            let before = looks.count
            for number in 0..<400 {
                try Data([1]).write(to: store.folder.appending(path: "notes-\(number % 3).txt"))
                var entry = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
                #expect(poll(&entry, 1, 10_000) == 1)
                #expect(!events.take())
            }
            // A look every few seconds is there for systems that lose events.
            #expect(looks.count - before < 40)
            // What happens to the store's own files still is one.
            let quiet = looks.count
            try Data([1]).write(to: URL(fileURLWithPath: path + "-wal"))
            looks.wait(beyond: quiet)
            let woken = looks.count
            watch.wake()
            looks.wait(beyond: woken)
        }
    #endif
}
