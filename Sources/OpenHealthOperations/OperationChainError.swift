// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why an ``OperationChain`` failed, where no step threw an error.
public enum OperationChainError: Error, Hashable, CustomStringConvertible {
    /// An operation was cancelled by something else than the chain, such as `cancelAllOperations()` of its queue. With the
    /// operation's name, or with its type where it has none.
    case operationCancelled(String)

    /// The error in one line: what is wrong and what to do.
    public var description: String {
        switch self {
        case .operationCancelled(let name):
            "the operation \(name) was cancelled before the chain could go on; start a new chain to try again"
        }
    }
}

extension OperationChainError: LocalizedError {
    /// The same as the description.
    public var errorDescription: String? { description }
}
