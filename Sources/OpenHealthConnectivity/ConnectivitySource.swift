// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Where a connectivity has its knowledge from.
protocol ConnectivitySource: Sendable {
    /// Returns the status that is known without waiting.
    /// - Parameter lastKnown: the last finding while the status is watched.
    func status(lastKnown: Connectivity.Status?) -> Connectivity.Status?

    /// Begins to watch.
    /// - Parameter report: to be called with each finding, one at a time, also before this function returns. A finding equal
    ///   to the one before does no harm.
    func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) -> any ConnectivityWatch
}

/// A source at work.
protocol ConnectivityWatch: Sendable {
    /// Looks again.
    /// - Parameter done: to be called once, after the finding has been reported; not if the watch is stopped before.
    func check(_ done: @escaping @Sendable () -> Void)

    /// Ends soon. Nothing that is reported after that is heard.
    func stop()
}
