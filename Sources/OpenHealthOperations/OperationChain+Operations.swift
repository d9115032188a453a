// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension OperationChain {
    /// Adds an operation that begins when the previous steps have ended.
    ///
    /// The next step receives no value; see ``then(_:value:)`` for an operation with a result.
    /// - Parameter operation: An operation that has not begun, is not in a queue, and occurs only once in the chain.
    public func then(_ operation: Operation) -> OperationChain<Void> {
        when([operation])
    }

    /// Adds an operation whose result is passed to the next step.
    ///
    /// An operation has no failure; the closure throws an error to report one.
    /// - Parameters:
    ///   - operation: An operation that has not begun, is not in a queue, and occurs only once in the chain.
    ///   - value: A closure that returns the result of the operation after it has ended. Not called if it was canceled.
    public func then<Work: Operation, Next: Sendable>(
        _ operation: Work, value: @escaping @Sendable (Work) throws -> Next
    ) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        let step = ChainStep(operation) { next.set(try value(operation)) }
        return adding(ChainGroup(steps: [step]), output: next)
    }

    /// Adds operations that run concurrently, as far as the queue permits, when the previous steps have ended.
    ///
    /// The next step begins when all of them have ended. Without operations this step has no effect.
    /// - Parameter operations: Operations that have not begun, are not in a queue, and occur only once in the chain.
    public func when(_ operations: [Operation]) -> OperationChain<Void> {
        adding(ChainGroup(steps: operations.map { ChainStep($0) }), output: ChainValue(()))
    }
}
