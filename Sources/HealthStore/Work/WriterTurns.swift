// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Ends long writes of shared work where other work has waited to write for some time, so that apps never keep the owner from
/// signing in or from taking a permission back.
final class WriterTurns: Sendable {
    private struct State {
        var next: UInt64 = 0
        var waiting: [UInt64: ContinuousClock.Instant] = [:]
    }

    /// How long other work waits before it ends a write of shared work.
    private static let patience = Duration.seconds(2)

    private let state = Mutex(State())

    /// Notes that work begins to wait for its turn to write.
    /// - Returns: what names it; nil for shared work, which ends nobody's.
    func beginWaiting() -> UInt64? {
        if StoreWork.current?.isShared == true { return nil }
        return state.withLock { state in
            state.next += 1
            state.waiting[state.next] = .now
            return state.next
        }
    }

    /// Notes that work has its turn, or waits no more.
    func endWaiting(_ number: UInt64?) {
        guard let number else { return }
        state.withLock { _ = $0.waiting.removeValue(forKey: number) }
    }

    /// The work to write with: shared work ends early where other work has waited for long.
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
