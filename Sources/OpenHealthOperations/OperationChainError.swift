// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The reason why an ``OperationChain`` failed, if no step threw an error.
public enum OperationChainError: Error, Hashable, CustomStringConvertible {
    /// An operation was canceled by another caller than the chain, such as `cancelAllOperations()` of its queue. The value is the
    /// operation's name, or its type if it has none.
    case operationCancelled(String)

    /// A description in one line: the problem and its remedy.
    public var description: String {
        switch self {
        case .operationCancelled(let name):
            "the operation \(name) was cancelled before the chain could go on; start a new chain to try again"
        }
    }
}

extension OperationChainError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}

// All violations of the contract of a chain by a caller, each of which traps; see contractViolation(_:).

/// A chain was started again, possibly with another length.
func violationChainStartedTwice() -> Never {
    contractViolation(
        "This OperationChain has been started already. A chain runs once; create a new one with OperationChain(queue).")
}

/// Steps or handlers were added to a running chain.
func violationChainExtendedAfterStart() -> Never {
    contractViolation("This OperationChain has been started. Write all its steps and handlers before start().")
}

/// One operation occurs twice in a chain.
func violationChainOperationTwice() -> Never {
    contractViolation("An operation occurs twice in an OperationChain. An operation runs once; create another one.")
}

/// An operation of a chain is running or has run.
func violationChainOperationHasRun() -> Never {
    contractViolation(
        "An operation of an OperationChain runs or has run already. Do not start it or add it to a queue; the chain does."
    )
}

/// An operation depends on one that the chain runs after it.
func violationChainAgainstDependencies() -> Never {
    contractViolation(
        "An operation of an OperationChain depends on one that is written after it, so that neither could begin.")
}

/// A step was run before the one whose value it receives.
func violationChainOutOfOrder() -> Never {
    contractViolation(
        "A step of an OperationChain was run out of order. Leave the dependencies of the chain's operations alone.")
}
