// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Glibc

    /// A thread that reads the kernel's tables when the kernel has announced a change.
    final class NetworkWatch: ConnectivityWatch {
        private let announcements: NetlinkSocket
        private let orders = WatchOrders()
        private let report: @Sendable (Connectivity.Status) -> Void

        /// The delay after an announcement before the tables are read again: the removal of an address also removes routes, after
        /// the announcement and without another one.
        private static let settling = Duration.milliseconds(200)

        /// Begins listening; returns nil if the system does not permit it.
        init?(bufferSize: Int32?, _ report: @escaping @Sendable (Connectivity.Status) -> Void) {
            guard orders.descriptor >= 0,
                let socket = NetlinkSocket(groups: NetworkChanges.groups, bufferSize: bufferSize)
            else {
                return nil
            }
            announcements = socket
            self.report = report
        }

        func start() {
            WatchThread.start { [self] in run() }
        }

        func check(_ done: @escaping @Sendable () -> Void) { orders.check(done) }

        func stop() { orders.stop() }

        private func run() {
            var changes = NetworkChanges(includesAllRoutes: false)
            var again: ContinuousClock.Instant?
            var afterFailure = GrowingPause(Self.settling...(.seconds(30)))
            while true {
                var set = PollSet()
                set.add(orders.descriptor, POLLIN)
                set.add(announcements.descriptor, POLLIN)
                set.wait(until: again)
                guard let checks = orders.take() else { return }
                let hasChanged = changes.receive(from: announcements)
                let isTime = again.map { $0 <= .now } ?? false
                if hasChanged || isTime || !checks.isEmpty {
                    if let picture = NetworkPicture.look() {
                        if hasChanged { again = .now + Self.settling } else if isTime { again = nil }
                        afterFailure.reset()
                        report(picture.status)
                    } else {
                        again = .now + afterFailure.grow()
                    }
                }
                for done in checks { done() }
            }
        }
    }
#endif
