// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A flag that is set when the server is about to stop.
final class DaemonLifecycle: Sendable {
    private let stopping = Atomic<Bool>(false)

    /// Whether the server accepts no new work: it is not ready then, and streams end.
    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// Sets the flag.
    func beginStopping() {
        stopping.store(true, ordering: .releasing)
    }
}
