// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension OperationChain {
    /// Adds an operation that begins when the steps before it have ended.
    ///
    /// The step after it gets no value; see ``then(_:value:)`` for an operation that has made one.
    /// - Parameter operation: one that has not begun, is in no queue, and stands nowhere else in the chain.
    public func then(_ operation: Operation) -> OperationChain<Void> {
        when([operation])
    }

    /// Adds an operation whose result goes to the step after it.
    ///
    /// An operation cannot say by itself that it has failed; the closure does, by throwing.
    /// - Parameters:
    ///   - operation: one that has not begun, is in no queue, and stands nowhere else in the chain.
    ///   - value: takes the result from the operation once it has ended. Not called when it was cancelled.
    public func then<Work: Operation, Next: Sendable>(
        _ operation: Work, value: @escaping @Sendable (Work) throws -> Next
    ) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        let step = ChainStep(operation) { next.set(try value(operation)) }
        return adding(ChainGroup(steps: [step]), output: next)
    }

    /// Adds operations that run side by side, as far as the queue allows, when the steps before them have ended.
    ///
    /// The step after them begins when all of them have ended. Without operations nothing happens here.
    /// - Parameter operations: ones that have not begun, are in no queue, and stand nowhere else in the chain.
    public func when(_ operations: [Operation]) -> OperationChain<Void> {
        adding(ChainGroup(steps: operations.map { ChainStep($0) }), output: ChainValue(()))
    }
}
