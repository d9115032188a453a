// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether the daemon is about to stop.
final class DaemonLifecycle: Sendable {
    private let stopping = Atomic<Bool>(false)

    /// Whether it no longer wants new work: it is not ready then, and streams end.
    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// Says that it does not.
    func beginStopping() {
        stopping.store(true, ordering: .releasing)
    }
}
