// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Something that happens once and that a task waits for.
struct Moment: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Says that it has happened; more than once is once.
    func come() {
        continuation.finish()
    }

    /// Waits until it has happened.
    func wait() async {
        for await _ in stream {}
    }
}
