// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The number of operations in progress, with support for waiting until there are none.
final class OperationCount: Sendable {
    /// An operation, which ends with the last reference to it.
    final class Operation: Sendable {
        private let count: OperationCount

        fileprivate init(_ count: OperationCount) {
            self.count = count
        }

        deinit { count.end() }
    }

    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The number of operations in progress.
    var current: Int { state.withLock(\.count) }

    /// Begins an operation.
    func begin() -> Operation {
        state.withLock { $0.count += 1 }
        return Operation(self)
    }

    private func end() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until no operation is in progress.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isSettled { continuation.resume() }
        }
    }
}
