// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An operation that runs an asynchronous closure and stores the error that it throws.
///
/// Unchecked because `Operation` locks its own state, and a lock guards the state of this class.
final class ChainTaskOperation: Operation, @unchecked Sendable {
    private struct State {
        var work: (@Sendable () async throws -> Void)?
        var failure: (any Error)?
        var task: Task<Void, Never>?
        var isExecuting = false
        var isFinished = false
    }

    private let state: Guarded<State>

    init(_ work: @escaping @Sendable () async throws -> Void) {
        state = Guarded(State(work: work))
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0.isExecuting } }
    override var isFinished: Bool { state.withLock { $0.isFinished } }

    override func start() {
        let work = state.withLock { state in
            defer { state.work = nil }
            return state.work
        }
        guard let work, !isCancelled else { return finish() }
        willChangeValue(forKey: "isExecuting")
        state.withLock { $0.isExecuting = true }
        didChangeValue(forKey: "isExecuting")
        let task = Task {
            do {
                try await work()
            } catch {
                state.withLock { $0.failure = error }
            }
            finish()
        }
        // A cancellation before the task existed could not cancel it.
        state.withLock { if !$0.isFinished { $0.task = task } }
        if isCancelled { task.cancel() }
    }

    override func cancel() {
        super.cancel()
        state.withLock { $0.task }?.cancel()
    }

    @Sendable func check() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func finish() {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        state.withLock { state in
            state.isExecuting = false
            state.isFinished = true
            state.task = nil
        }
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}
