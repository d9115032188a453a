// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The events of a test, line by line and in order: all participants of a test write into one history.
///
/// With a scheduler each line begins with the virtual time. Lines may be written from any thread.
final class History: @unchecked Sendable {
    // Unchecked because the lines are only reached under the lock.
    private let lock = NSLock()
    private var noted: [String] = []
    private let clock: VirtualTimeScheduler?

    init(clock: VirtualTimeScheduler? = nil) {
        self.clock = clock
    }

    /// All lines so far.
    var lines: [String] { lock.withLock { noted } }

    /// The number of lines.
    var count: Int { lock.withLock { noted.count } }

    /// Writes a line.
    func note(_ line: String) {
        let stamped = clock.map { "\($0.now) \(line)" } ?? line
        lock.withLock { noted.append(stamped) }
    }

    /// The lines so far, which are forgotten: for a test that looks at one step after the other.
    func take() -> [String] {
        lock.withLock {
            defer { noted = [] }
            return noted
        }
    }
}
