// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthStore
import Logging
import Synchronization

/// Writes that nobody waits for, such as when a session was last used: one after the other on a thread of their own, since an
/// import may hold them up. Of several about the same thing only the last is written.
final class LaterWrites: Sendable {
    private struct State {
        var writes: [String: @Sendable () throws -> Void] = [:]
        var isWriting = false
    }

    /// How many different things may wait to be written; more are dropped.
    private static let most = 10_000

    private let logger: Logger
    private let pool = WorkPool(threads: 1)
    private let state = Mutex(State())

    init(_ logger: Logger) {
        self.logger = logger
    }

    /// How many writes wait.
    var count: Int { state.withLock(\.writes.count) }

    /// Writes something soon.
    /// - Parameter name: what it is about.
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

    private func run() async {
        while let write = next() {
            do {
                // As the work of apps it never ends another write.
                try await pool.run { try StoreWork(isShared: true).run(write) }
            } catch {
                logger.warning("a use of the store could not be noted", metadata: ["error": "\(error)"])
            }
        }
    }

    private func next() -> (@Sendable () throws -> Void)? {
        state.withLock { state in
            guard let name = state.writes.keys.first else {
                state.isWriting = false
                return nil
            }
            return state.writes.removeValue(forKey: name)
        }
    }
}
