// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenCombineShim

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
