// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if canImport(Network)
    import Dispatch
    import Network

    /// The network according to the system's path monitor.
    struct PathMonitorSource: ConnectivitySource {
        func status(lastKnown: Connectivity.Status?) -> Connectivity.Status? { lastKnown }

        func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) -> any ConnectivityWatch {
            PathMonitorWatch(report)
        }
    }

    private final class PathMonitorWatch: ConnectivityWatch, @unchecked Sendable {
        // Unchecked because older systems do not mark the monitor as Sendable, although it can be called from any thread.
        private let monitor = NWPathMonitor()
        private let queue = DispatchQueue(label: "connectivity")

        init(_ report: @escaping @Sendable (Connectivity.Status) -> Void) {
            monitor.pathUpdateHandler = { report($0.status == .satisfied ? .online : .offline) }
            monitor.start(queue: queue)
        }

        /// Completes immediately, because the monitor is always current.
        func check(_ done: @escaping @Sendable () -> Void) { queue.async(execute: done) }

        func stop() { monitor.cancel() }
    }
#endif
