// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension OperationChain {
    /// Adds a closure that runs on the queue when the previous steps have ended.
    /// - Parameter step: A closure that receives the result of the previous step. An error that it throws ends the chain.
    public func then<Next: Sendable>(_ step: @escaping @Sendable (Output) throws -> Next) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        return adding(ChainGroup(steps: [blockStep(into: next, step)]), output: next)
    }

    /// Adds an asynchronous closure, which counts as an operation of the queue until it returns.
    /// - Parameter step: A closure that receives the result of the previous step. Its task is canceled with the chain. An error
    ///   that it throws ends the chain.
    public func then<Next: Sendable>(
        _ step: @escaping @Sendable (Output) async throws -> Next
    ) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        return adding(ChainGroup(steps: [taskStep(into: next, step)]), output: next)
    }

    /// Returns a step that runs a closure on a thread of the queue.
    func blockStep<Next>(
        into next: ChainValue<Next>, _ step: @escaping @Sendable (Output) throws -> Next
    ) -> ChainStep {
        let input = output
        let operation = ChainBlockOperation { next.set(try step(input.get())) }
        return ChainStep(operation, check: operation.check)
    }

    /// Returns a step that runs a closure in a task.
    func taskStep<Next>(
        into next: ChainValue<Next>, _ step: @escaping @Sendable (Output) async throws -> Next
    ) -> ChainStep {
        let input = output
        let operation = ChainTaskOperation { next.set(try await step(input.get())) }
        return ChainStep(operation, check: operation.check)
    }
}

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
