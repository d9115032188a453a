// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    /// A source that determines the status of a server by connecting to it.
    struct HostSource: ConnectivitySource {
        let host: String
        let port: UInt16
        let timing: Connectivity.Timing

        func status(lastKnown: Connectivity.Status?) -> Connectivity.Status? { lastKnown }

        func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) -> any ConnectivityWatch {
            let watch = HostWatch(self)
            watch.start(report)
            return watch
        }
    }
#endif
