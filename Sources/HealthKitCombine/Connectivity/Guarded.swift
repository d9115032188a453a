// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// State behind a lock.
///
/// It is no `Mutex`, since the thread sanitizer does not see who waited for one, and since what Combine's interface passes around
/// (subscribers, subscriptions) is not marked as sendable.
final class Guarded<State>: @unchecked Sendable {
    // Unchecked because the state is reached through `withLock` alone.
    private var state: State
    private let lock = NSLock()

    init(_ state: State) {
        self.state = state
    }

    /// Reaches the state. Nothing that is not ours may be called from inside.
    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
