// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import NIOPosix

/// Threads that may block, with a queue of limited length.
final class WorkPool: Sendable {
    private let pool: NIOThreadPool
    /// The number of calls that run or wait.
    private let calls = AtomicNumber()
    private let most: Int
    private let noteChange: AsyncStream<Void>.Continuation

    /// An element after changes of ``count``. Several changes can have one element.
    let changes: AsyncStream<Void>

    /// Creates threads.
    /// - Parameter maximumWaiting: The maximum number of calls that wait for a thread.
    init(threads: Int = 8, maximumWaiting: Int = 4096) {
        most = threads + maximumWaiting
        (changes, noteChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    deinit {
        pool.shutdownGracefully { _ in }
    }

    /// The number of calls that run or wait for a thread.
    var count: Int { calls.value }

    /// Runs a closure that may block on one of the threads.
    /// - Throws: A ``Problem``, `unavailable`, if too many calls are already waiting.
    func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        calls.add()
        noteChange.yield()
        defer {
            calls.add(-1)
            noteChange.yield()
        }
        guard calls.value <= most else {
            throw Problem(.unavailable, "The server is overloaded. Try again later.", retryAfter: 2)
        }
        return try await pool.runIfActive(body)
    }
}
