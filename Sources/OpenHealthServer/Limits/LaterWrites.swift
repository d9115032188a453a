// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore
import Logging
import Synchronization

/// Deferred writes, such as the time when a session was last used. They run sequentially on a separate thread, because an import
/// may delay them. Of several writes with the same name, only the last is made.
final class LaterWrites: Sendable {
    private struct State {
        var writes: [String: @Sendable () throws -> Void] = [:]
        var isWriting = false
        /// The callers of ``settled()``.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The maximum number of waiting writes with different names; further ones are dropped.
    private static let most = 10_000

    private let logger: Logger
    private let pool = WorkPool(threads: 1)
    private let state = Mutex(State())

    init(_ logger: Logger) {
        self.logger = logger
    }

    /// The number of waiting writes.
    var count: Int { state.withLock(\.writes.count) }

    /// Adds a write, which is made soon.
    /// - Parameter name: The subject of the write.
    func add(_ name: String, _ write: @escaping @Sendable () throws -> Void) {
        let begins = state.withLock { state in
            guard state.writes[name] != nil || state.writes.count < Self.most else { return false }
            state.writes[name] = write
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard begins else { return }
        Task { await self.run() }
    }

    /// Waits until all writes that were added before have been made or have failed.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.isWriting { state.waiting.append(continuation) }
                return !state.isWriting
            }
            if isSettled { continuation.resume() }
        }
    }

    private func run() async {
        while let write = next() {
            do {
                // As shared work, like that of apps, it does not interrupt another write.
                try await pool.run { try StoreWork(isShared: true).run(write) }
            } catch {
                logger.warning("the use of the store could not be recorded", metadata: ["error": "\(error)"])
            }
        }
    }

    private func next() -> (@Sendable () throws -> Void)? {
        let (write, waiting) = state.withLock {
            state -> ((@Sendable () throws -> Void)?, [CheckedContinuation<Void, Never>]) in
            if let name = state.writes.keys.first { return (state.writes.removeValue(forKey: name), []) }
            state.isWriting = false
            defer { state.waiting = [] }
            return (nil, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return write
    }
}
