// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// State protected by a lock, for state that a `Mutex` cannot hold or whose threads wait for each other: Combine's subscribers and
/// subscriptions are not marked as sendable, and the thread sanitizer does not see who waited for a `Mutex` on Linux.
package final class Guarded<State>: @unchecked Sendable {
    // Unchecked because the state is reached through `withLock` alone.
    private var state: State
    private let lock = NSLock()

    package init(_ state: State) {
        self.state = state
    }

    /// Calls the closure with the state, under the lock. The closure must not call code of clients, which could wait for the lock.
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
