// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A type that determines statuses.
protocol ConnectivitySource: Sendable {
    /// Returns the status that is known without waiting.
    /// - Parameter lastKnown: the last finding while the status is watched.
    func status(lastKnown: Connectivity.Status?) -> Connectivity.Status?

    /// Begins to watch.
    /// - Parameter report: called with each result, one at a time, also before this function returns. A result equal to the one
    ///   before does no harm.
    func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) -> any ConnectivityWatch
}

/// A type that watches for changes of the status.
protocol ConnectivityWatch: Sendable {
    /// Checks again.
    /// - Parameter done: called once, after the result has been reported; not if the watch is stopped before.
    func check(_ done: @escaping @Sendable () -> Void)

    /// Stops soon. Later reports are ignored.
    func stop()
}
