// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
