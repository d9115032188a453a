// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The order of writes. It ends long writes of shared work when other work has waited for some time, so that apps cannot prevent
/// the owner from signing in or revoking a permission.
final class WriterTurns: Sendable {
    private struct State {
        var next: UInt64 = 0
        var waiting: [UInt64: ContinuousClock.Instant] = [:]
    }

    /// The time that other work waits before it ends a write of shared work.
    private static let patience = Duration.seconds(2)

    private let state = Mutex(State())

    /// Registers work that waits for its turn to write.
    /// - Returns: The number of the registration; nil for shared work, which doesn't end other work.
    func beginWaiting() -> UInt64? {
        if StoreWork.current?.isShared == true { return nil }
        return state.withLock { state in
            state.next += 1
            state.waiting[state.next] = .now
            return state.next
        }
    }

    /// Removes the registration of work that has its turn or no longer waits.
    func endWaiting(_ number: UInt64?) {
        guard let number else { return }
        state.withLock { _ = $0.waiting.removeValue(forKey: number) }
    }

    /// Returns the work for a write. Shared work ends early when other work has waited too long.
    func work(_ current: StoreWork?) -> StoreWork? {
        guard let current, current.isShared else { return current }
        return StoreWork(of: current, endingAs: .outOfTurn) { [self] in
            state.withLock { state in
                guard let first = state.waiting.values.min() else { return true }
                return first + Self.patience > .now
            }
        }
    }
}
