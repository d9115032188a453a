// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A signal that wakes a thread waiting in `poll`.
package final class WakeSignal: Sendable {
    /// The descriptor to wait for; negative if the process had no descriptors left.
    package let descriptor: Int32
    private let input: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        (descriptor, input) = (ends[0], ends[1])
    }

    deinit {
        // The order matters: writing to a pipe without a reader ends the process.
        if input >= 0 { close(input) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Wakes the thread, immediately or the next time it waits.
    package func send() {
        // A full pipe wakes the thread too.
        var byte: UInt8 = 1
        _ = write(input, &byte, 1)
    }

    /// Discards all signals sent so far.
    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
