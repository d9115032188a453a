// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink
    import Foundation
    import OpenHealthModel

    /// A thread that works for a connectivity.
    enum WatchThread {
        /// Runs a closure on a new thread and releases it when it is done.
        static func start(_ work: @escaping @Sendable () -> Void) {
            // The closure is released when it is done, and not with the thread object.
            let kept = Guarded<(@Sendable () -> Void)?>(work)
            let thread = Thread {
                // Foundation names a thread only if it has already registered it.
                hk_name_thread("connectivity")
                let work = kept.withLock { kept in
                    defer { kept = nil }
                    return kept
                }
                work?()
            }
            thread.start()
        }
    }

    /// The requests of other threads to a monitoring thread.
    final class WatchOrders: Sendable {
        private struct State {
            var isStopped = false
            var checks: [@Sendable () -> Void] = []
        }

        private let state = Guarded(State())
        private let signal = WakeSignal()

        /// The descriptor to wait for; negative if the process has no descriptors left.
        var descriptor: Int32 { signal.descriptor }

        func check(_ done: @escaping @Sendable () -> Void) {
            state.withLock { $0.checks.append(done) }
            signal.send()
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            signal.send()
        }

        /// Wakes the thread.
        func wake() { signal.send() }

        /// Waits until an event of a set occurs, another thread has a request, or a clock reaches a time; nil for no time limit.
        func wait(for set: inout PollSet, until time: AnyClock.Instant?, of clock: AnyClock) {
            if clock.isContinuous { return set.wait(for: time.map { $0 - clock.now }) }
            // The kernel does not measure the time of other clocks.
            let timer = time.map { time in
                Task { [self] in
                    guard (try? await clock.sleep(until: time)) != nil else { return }
                    wake()
                }
            }
            set.wait(for: nil)
            timer?.cancel()
        }

        /// Removes and returns the requested checks, or nil if the thread must end.
        func take() -> [@Sendable () -> Void]? {
            signal.clear()
            return state.withLock { state in
                guard !state.isStopped else { return nil }
                defer { state.checks = [] }
                return state.checks
            }
        }
    }

    /// The descriptors that a thread waits for.
    struct PollSet {
        private var entries: [pollfd] = []

        /// Adds a descriptor.
        mutating func add(_ descriptor: Int32, _ events: Int32) {
            entries.append(pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0))
        }

        /// Waits until an event occurs or a time is over; nil for no time limit.
        mutating func wait(for time: Duration?) {
            let milliseconds = time.map { time in
                // Rounded up, so that the time is over when the call returns.
                let left = max(.zero, time) / .milliseconds(1)
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

    /// A file descriptor that is closed when the object is deallocated.
    final class Descriptor: Sendable {
        /// The number of the descriptor.
        let number: Int32

        /// Takes ownership of a descriptor; returns nil if the call that should have opened it has failed.
        init?(_ number: Int32) {
            guard number >= 0 else { return nil }
            self.number = number
        }

        deinit { close(number) }

        /// Sets an integer option. A kernel without the option ignores it.
        func set(_ option: Int32, to value: Int32, level: Int32 = SOL_SOCKET) {
            var value = value
            _ = setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }
#endif
