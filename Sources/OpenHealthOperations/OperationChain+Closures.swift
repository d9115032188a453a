// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension OperationChain {
    /// Adds a closure that runs on the queue when the steps before it have ended.
    /// - Parameter step: receives the result of the step before it. An error that it throws ends the chain.
    public func then<Next: Sendable>(_ step: @escaping @Sendable (Output) throws -> Next) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        return adding(ChainGroup(steps: [blockStep(into: next, step)]), output: next)
    }

    /// Adds an asynchronous closure, which counts among the queue's operations until it returns.
    /// - Parameter step: receives the result of the step before it. Its task is cancelled with the chain. An error that it throws
    ///   ends the chain.
    public func then<Next: Sendable>(
        _ step: @escaping @Sendable (Output) async throws -> Next
    ) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        return adding(ChainGroup(steps: [taskStep(into: next, step)]), output: next)
    }

    /// Returns a closure as an operation on a thread of the queue.
    func blockStep<Next>(
        into next: ChainValue<Next>, _ step: @escaping @Sendable (Output) throws -> Next
    ) -> ChainStep {
        let input = output
        let operation = ChainBlockOperation { next.set(try step(input.get())) }
        return ChainStep(operation, check: operation.check)
    }

    /// Returns a closure as an operation that is a task.
    func taskStep<Next>(
        into next: ChainValue<Next>, _ step: @escaping @Sendable (Output) async throws -> Next
    ) -> ChainStep {
        let input = output
        let operation = ChainTaskOperation { next.set(try await step(input.get())) }
        return ChainStep(operation, check: operation.check)
    }
}
