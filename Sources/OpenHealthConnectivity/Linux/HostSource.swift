// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink
    import Foundation
    import OpenHealthModel

    /// A source that determines the status of a server by connecting to it.
    struct HostSource: ConnectivitySource {
        let host: String
        let port: UInt16
        let timing: Connectivity.Timing
        /// The clock of the time limits and pauses.
        var clock = AnyClock.continuous

        func status(lastKnown: Connectivity.Status?) -> Connectivity.Status? { lastKnown }

        func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) -> any ConnectivityWatch {
            let watch = HostWatch(self)
            watch.start(report)
            return watch
        }
    }

    /// A thread that monitors a server.
    final class HostWatch: ConnectivityWatch {
        private let source: HostSource
        private let orders = WatchOrders()

        init(_ source: HostSource) {
            self.source = source
        }

        func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) {
            guard orders.descriptor >= 0 else { return report(.online) }
            // Created here for the namespace of the thread that subscribes; without it, only the pauses apply.
            let announcements = NetlinkSocket(groups: NetworkChanges.groups)
            WatchThread.start { [orders, source] in
                var follower = HostFollower(source, orders, announcements, report)
                follower.run()
            }
        }

        func check(_ done: @escaping @Sendable () -> Void) {
            guard orders.descriptor >= 0 else { return done() }
            orders.check(done)
        }

        func stop() { orders.stop() }
    }

    /// The state and the work of the thread that monitors a server.
    struct HostFollower {
        typealias Instant = AnyClock.Instant

        private let timing: Connectivity.Timing
        private let clock: AnyClock
        private let orders: WatchOrders
        private let announcements: NetlinkSocket?
        private let report: (Connectivity.Status) -> Void
        private let resolver: HostResolver

        private var changes = NetworkChanges(includesAllRoutes: true)
        /// The connection that reports the end of the server, and the time since which it is open.
        private var line: (socket: Descriptor, since: Instant)?
        private var probe: HostProbe?
        private var probeBegan: Instant
        /// The time of the next attempt; nil if it depends on an event.
        private var nextProbe: Instant?
        /// The pause after a failed attempt.
        private var pause: GrowingPause
        /// The pause after a connection that has ended: none at first, but a server that closes each connection soon must not be
        /// tried continuously.
        private var pauseAfterEnd: GrowingPause
        private var checks: [@Sendable () -> Void] = []

        init(
            _ source: HostSource, _ orders: WatchOrders, _ announcements: NetlinkSocket?,
            _ report: @escaping (Connectivity.Status) -> Void
        ) {
            timing = source.timing
            clock = source.clock
            probeBegan = clock.now
            nextProbe = probeBegan
            self.orders = orders
            self.announcements = announcements
            self.report = report
            resolver = HostResolver(host: source.host, port: source.port) { orders.wake() }
            pause = GrowingPause(source.timing.pauses)
            pauseAfterEnd = GrowingPause(source.timing.pauses, beginsAtOnce: true)
        }

        /// Monitors the server until it is stopped.
        mutating func run() {
            while true {
                beginProbe()
                let set = wait()
                guard let wanted = orders.take() else { return }
                if !wanted.isEmpty {
                    checks += wanted
                    // An attempt in progress is sufficient, because its result is not available yet.
                    if probe == nil { nextProbe = clock.now }
                }
                if let announcements, set.events(announcements.descriptor) != 0, changes.receive(from: announcements) {
                    noteChange()
                }
                if let line, set.events(line.socket.number) != 0 { noteEnd(of: line.since) }
                advanceProbe(set)
            }
        }

        private func wait() -> PollSet {
            var set = PollSet()
            set.add(orders.descriptor, POLLIN)
            if let announcements { set.add(announcements.descriptor, POLLIN) }
            // Does not wait for bytes: those that the server sends remain unread at no cost.
            if let line { set.add(line.socket.number, Int32(HK_POLLRDHUP)) }
            probe?.add(to: &set)
            orders.wait(for: &set, until: [nextProbe, probe?.time].compactMap(\.self).min(), of: clock)
            return set
        }

        private mutating func beginProbe() {
            let now = clock.now
            guard let time = nextProbe, time <= now else { return }
            nextProbe = nil
            probeBegan = now
            probe = HostProbe(resolver, timing, now: now)
        }

        /// Handles a change of the network: an attempt in progress may use a route that no longer works.
        private mutating func noteChange() {
            pause.reset()
            // Changes come in bursts.
            scheduleProbe(at: max(clock.now, probeBegan + timing.pauses.lowerBound))
        }

        /// Handles the end of the connection by the server.
        private mutating func noteEnd(of since: Instant) {
            line = nil
            guard probe == nil else { return }
            scheduleProbe(at: clock.now + pauseAfterEnd.afterUse(lasting: clock.now - since))
        }

        /// Schedules the next attempt, unless an earlier one is scheduled, such as that of a check.
        private mutating func scheduleProbe(at time: Instant) {
            nextProbe = min(nextProbe ?? time, time)
        }

        private mutating func advanceProbe(_ set: PollSet) {
            switch probe?.advance(set, now: clock.now) {
            case nil, .pending: return
            case .connected(let socket):
                line = (socket, since: clock.now)
                pause.reset()
                end(.online)
            case .failed:
                line = nil
                scheduleProbe(at: clock.now + pause.grow())
                end(.offline)
            }
        }

        private mutating func end(_ status: Connectivity.Status) {
            probe = nil
            report(status)
            let finished = checks
            checks = []
            for done in finished { done() }
        }
    }
#endif
