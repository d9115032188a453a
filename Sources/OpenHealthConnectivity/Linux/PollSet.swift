// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// The descriptors that a thread waits for.
    struct PollSet {
        private var entries: [pollfd] = []

        /// Adds a descriptor.
        mutating func add(_ descriptor: Int32, _ events: Int32) {
            entries.append(pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0))
        }

        /// Waits until an event occurs or a time is reached; nil for no time limit.
        mutating func wait(until time: ContinuousClock.Instant?) {
            let milliseconds = time.map { time in
                // Rounded up, so that the time has been reached when the call returns.
                let left = max(.zero, time - .now) / .milliseconds(1)
                return left.rounded(.up)
            }
            // A signal ends the wait early; there are no events then.
            if poll(&entries, nfds_t(entries.count), milliseconds.map { Int32(min($0, 1e9)) } ?? -1) < 0 {
                for index in entries.indices { entries[index].revents = 0 }
            }
        }

        /// Returns the events of a descriptor.
        func events(_ descriptor: Int32) -> Int32 {
            entries.lazy.filter { $0.fd == descriptor }.reduce(0) { $0 | Int32($1.revents) }
        }
    }
#endif
