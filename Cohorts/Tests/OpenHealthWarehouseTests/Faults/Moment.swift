// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A single event that tasks can wait for.
final class Moment: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let isPast = Atomic(false)

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Whether the event has occurred.
    var hasCome: Bool { isPast.load(ordering: .acquiring) }

    /// Signals the event; repeated signals have no effect.
    func come() {
        isPast.store(true, ordering: .releasing)
        continuation.finish()
    }

    /// Waits until the event has occurred.
    func wait() async {
        for await _ in stream {}
    }
}
