// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics

/// The events of a test as lines in order. All participants of a test use the same history.
///
/// With a scheduler, each line begins with the virtual time. Lines can be added from any thread.
final class History: @unchecked Sendable {
    // Unchecked because the lines are only accessed under the lock.
    private let lock = NSLock()
    private var noted: [String] = []
    private let clock: VirtualTimeScheduler?
    private let changes = EventLog<Void>()

    init(clock: VirtualTimeScheduler? = nil) {
        self.clock = clock
    }

    /// All lines so far.
    var lines: [String] { lock.withLock { noted } }

    /// The number of lines.
    var count: Int { lock.withLock { noted.count } }

    /// Adds a line.
    func note(_ line: String) {
        let stamped = clock.map { "\($0.now) \(line)" } ?? line
        lock.withLock { noted.append(stamped) }
        changes.note()
    }

    /// Waits for a condition that only changes with a new line.
    func wait(until isMet: @escaping @Sendable () -> Bool) async {
        await changes.wait { _ in isMet() }
    }

    /// Returns the lines so far and removes them, for tests that check one step at a time.
    func take() -> [String] {
        lock.withLock {
            defer { noted = [] }
            return noted
        }
    }
}
