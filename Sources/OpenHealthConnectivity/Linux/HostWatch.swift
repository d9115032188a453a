// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
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
#endif
