// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A type that determines statuses.
protocol ConnectivitySource: Sendable {
    /// Returns the status that is known without waiting.
    /// - Parameter lastKnown: The last result while the status is monitored.
    func status(lastKnown: Connectivity.Status?) -> Connectivity.Status?

    /// Begins monitoring.
    /// - Parameter report: A closure that is called with each result, one at a time, possibly before this method returns. A
    ///   result may be equal to the previous one.
    func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) -> any ConnectivityWatch
}

/// A type that monitors changes of the status.
protocol ConnectivityWatch: Sendable {
    /// Checks again.
    /// - Parameter done: A closure that is called once after the result has been reported; not called if the watch is stopped
    ///   before.
    func check(_ done: @escaping @Sendable () -> Void)

    /// Stops soon. Later reports are ignored.
    func stop()
}
