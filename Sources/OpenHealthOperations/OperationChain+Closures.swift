// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
