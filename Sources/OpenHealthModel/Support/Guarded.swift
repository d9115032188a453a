// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// State behind a lock, where a `Mutex` does not do: the thread sanitizer does not see who waited for one on Linux, and what
/// Combine's interface passes around (subscribers, subscriptions) is not marked as sendable.
package final class Guarded<State>: @unchecked Sendable {
    // Unchecked because the state is reached through `withLock` alone.
    private var state: State
    private let lock = NSLock()

    package init(_ state: State) {
        self.state = state
    }

    /// Reaches the state. Nothing that is not ours may be called from inside.
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
