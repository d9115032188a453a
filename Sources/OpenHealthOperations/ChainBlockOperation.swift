// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A closure as an operation, with the error that it threw.
///
/// Unchecked because `Operation` locks its own state, and the state of this class is behind a lock.
final class ChainBlockOperation: Operation, @unchecked Sendable {
    private struct State {
        /// The closure, which is released once it has run, with all that it holds.
        var work: (@Sendable () throws -> Void)?
        var failure: (any Error)?
    }

    private let state: Guarded<State>

    init(_ work: @escaping @Sendable () throws -> Void) {
        state = Guarded(State(work: work))
    }

    override func main() {
        let work = state.withLock { state in
            defer { state.work = nil }
            return state.work
        }
        do {
            try work?()
        } catch {
            state.withLock { $0.failure = error }
        }
    }

    @Sendable func check() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
