// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An operation that runs a closure and stores the error that it throws.
///
/// Unchecked because `Operation` locks its own state, and a lock guards the state of this class.
final class ChainBlockOperation: Operation, @unchecked Sendable {
    private struct State {
        /// The closure, which is released with its captures after it has run.
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
