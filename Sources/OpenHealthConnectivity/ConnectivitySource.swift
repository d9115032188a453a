// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthModel

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

/// A source of published statuses.
final class PublisherSource<Statuses: Publisher>: ConnectivitySource, @unchecked Sendable
where Statuses.Output == Connectivity.Status, Statuses.Failure == Never {
    // Unchecked because a publisher can be subscribed to from any thread, although publishers are not marked as Sendable.
    private let statuses: Statuses

    init(_ statuses: Statuses) {
        self.statuses = statuses
    }

    func status(lastKnown: Connectivity.Status?) -> Connectivity.Status? {
        if let lastKnown { return lastKnown }
        let known = Guarded<Connectivity.Status?>(nil)
        statuses.prefix(1).sink { status in known.withLock { $0 = status } }.cancel()
        return known.withLock { $0 }
    }

    func start(_ report: @escaping @Sendable (Connectivity.Status) -> Void) -> any ConnectivityWatch {
        PublisherWatch(statuses.sink { report($0) })
    }
}

/// A subscription to published statuses.
private final class PublisherWatch: ConnectivityWatch {
    private let subscription: Guarded<AnyCancellable>

    init(_ subscription: AnyCancellable) {
        self.subscription = Guarded(subscription)
    }

    /// Completes immediately, because all statuses have been reported.
    func check(_ done: @escaping @Sendable () -> Void) { done() }

    func stop() { subscription.withLock { $0 }.cancel() }
}
