// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// State protected by a lock, for cases in which a `Mutex` cannot be used: Combine's subscribers and subscriptions are not
/// `Sendable`, and on Linux the thread sanitizer does not track waiting for a `Mutex`.
package final class Guarded<State>: @unchecked Sendable {
    // Unchecked because the state is only accessed through `withLock`.
    private var state: State
    private let lock = NSLock()

    package init(_ state: State) {
        self.state = state
    }

    /// Calls a closure with the state while holding the lock. The closure must not call client code, which could wait for the
    /// lock.
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
