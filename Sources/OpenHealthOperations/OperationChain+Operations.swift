// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension OperationChain {
    /// Adds an operation that begins when the steps before it have ended.
    ///
    /// The step after it receives no value; see ``then(_:value:)`` for an operation that has a result.
    /// - Parameter operation: an operation that has not begun, is in no queue, and occurs only once in the chain.
    public func then(_ operation: Operation) -> OperationChain<Void> {
        when([operation])
    }

    /// Adds an operation whose result is passed to the step after it.
    ///
    /// An operation has no failure of its own; the closure reports one by throwing.
    /// - Parameters:
    ///   - operation: an operation that has not begun, is in no queue, and occurs only once in the chain.
    ///   - value: returns the result of the operation once it has ended. Not called if it was cancelled.
    public func then<Work: Operation, Next: Sendable>(
        _ operation: Work, value: @escaping @Sendable (Work) throws -> Next
    ) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        let step = ChainStep(operation) { next.set(try value(operation)) }
        return adding(ChainGroup(steps: [step]), output: next)
    }

    /// Adds operations that run concurrently, as far as the queue allows, when the steps before them have ended.
    ///
    /// The step after them begins when all of them have ended. Without operations this step has no effect.
    /// - Parameter operations: operations that have not begun, are in no queue, and occur only once in the chain.
    public func when(_ operations: [Operation]) -> OperationChain<Void> {
        adding(ChainGroup(steps: operations.map { ChainStep($0) }), output: ChainValue(()))
    }
}
