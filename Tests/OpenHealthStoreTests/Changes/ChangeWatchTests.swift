// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Synchronization
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests of the events that cause a watch to check for changes.
@Suite(.timeLimit(.usual)) struct ChangeWatchTests {
    /// A counter of checks, and a way to wait for the next one.
    private final class Looks: @unchecked Sendable {
        // Unchecked because the count is only accessed under the condition's lock.
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

        /// Waits for a check. The limit only matters on failure, because a blocked thread does not observe the time limit of
        /// its test.
        func wait(beyond count: Int, _ location: SourceLocation = #_sourceLocation) throws {
            let end = Date(timeIntervalSinceNow: 120)
            let isMet = condition.withLock {
                while number <= count {
                    if !condition.wait(until: end) { return number > count }
                }
                return true
            }
            try #require(isMet, "there were fewer than \(count) times", sourceLocation: location)
        }
    }

    #if os(Linux)
        @Test func otherFilesOfTheFolderAreIgnored() throws {
            let store = try ScratchStore()
            let path = store.database.url.path
            let looks = Looks()
            let watch = ChangeWatch(ChangeSource(try DatabaseQueue(), file: path))
            watch.start(looks.note)
            defer { watch.stop() }
            try looks.wait(beyond: 0)
            // The kernel notifies this watcher and the watch alike, so each file has woken the watch before the next one is
            // written.
            let events = try #require(FileEvents(path))
            let before = looks.count
            for number in 0..<400 {
                try Data([1]).write(to: store.folder.appending(path: "notes-\(number % 3).txt"))
                var entry = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
                #expect(poll(&entry, 1, 10_000) == 1)
                #expect(!events.take())
            }
            // The regular check every few seconds exists for systems that lose events.
            #expect(looks.count - before < 40)
            // Changes of the store's own files are still events.
            let quiet = looks.count
            try Data([1]).write(to: URL(fileURLWithPath: path + "-wal"))
            try looks.wait(beyond: quiet)
            let woken = looks.count
            watch.wake()
            try looks.wait(beyond: woken)
        }

        @Test func eventsAreNotLostAmongOtherFiles() throws {
            let store = try ScratchStore()
            let looks = Looks()
            // Only a wake-up causes a check.
            let source = ChangeSource(try DatabaseQueue(), file: store.database.url.path)
            let watch = ChangeWatch(source, safety: .seconds(86_400))
            watch.start(looks.note)
            defer { watch.stop() }
            try looks.wait(beyond: 0)
            let notes = store.folder.appending(path: "notes.txt").path
            let isOver = Guarded(false)
            let writer = Thread {
                let file = open(notes, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                while !isOver.withLock({ $0 }) { _ = write(file, notes, 1) }
                close(file)
            }
            writer.start()
            defer { isOver.withLock { $0 = true } }
            for _ in 0..<2_000 {
                let before = looks.count
                watch.wake()
                try looks.wait(beyond: before)
            }
        }
    #endif
}
