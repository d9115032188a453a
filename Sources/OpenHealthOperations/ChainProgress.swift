// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenCombineShim

/// Counts the operations that have ended and publishes the count.
///
/// Operations end on several threads concurrently. Only one thread at a time sends, so that the counts are in order; another
/// thread leaves its count to that one.
///
/// Unchecked because the subject locks its own state.
final class ChainProgress: @unchecked Sendable {
    private struct State {
        var completed = 0
        var sent = 0
        var hasEnded = false
        var isSending = false
    }

    private let state = Guarded(State())
    private let subject = CurrentValueSubject<Int, Never>(0)

    var completedCount: Int { state.withLock { $0.completed } }

    /// A publisher of the current count and each change, until the end.
    var publisher: AnyPublisher<Int, Never> { subject.eraseToAnyPublisher() }

    func advance() {
        change { $0.completed += 1 }
    }

    func end() {
        change { $0.hasEnded = true }
    }

    private func change(_ body: (inout State) -> Void) {
        let isMine = state.withLock { state in
            body(&state)
            defer { state.isSending = true }
            return !state.isSending
        }
        guard isMine else { return }
        while true {
            let (count, isOver) = state.withLock { state -> (Int?, Bool) in
                if state.sent < state.completed {
                    state.sent = state.completed
                    return (state.completed, false)
                }
                // After the end no other thread may send, so the flag remains set.
                if !state.hasEnded { state.isSending = false }
                return (nil, state.hasEnded)
            }
            if let count {
                subject.send(count)
            } else {
                if isOver { subject.send(completion: .finished) }
                return
            }
        }
    }
}
