// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    /// The network according to the kernel.
    struct NetworkSource: ConnectivitySource {
        /// The size of the buffer for announcements in bytes; nil for the system's default.
        var bufferSize: Int32?

        func status(lastKnown: Connectivity.Status?) -> Connectivity.Status? {
            // If reading is not permitted, a program should try to connect.
            NetworkPicture.look()?.status ?? .online
        }

        func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) -> any ConnectivityWatch {
            // Listening begins before the tables are read, so that later changes are announced.
            guard let watch = NetworkWatch(bufferSize: bufferSize, report), let picture = NetworkPicture.look() else {
                report(.online)
                return NoWatch()
            }
            report(picture.status)
            watch.start()
            return watch
        }
    }

    /// A watch for a system that does not permit monitoring.
    private struct NoWatch: ConnectivityWatch {
        func check(_ done: @escaping @Sendable () -> Void) { done() }
        func stop() {}
    }
#endif
