// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An operation of a chain.
struct ChainStep: Sendable {
    let operation: Operation
    /// Throws the error of the operation; called once it has ended and was not cancelled.
    let check: (@Sendable () throws -> Void)?

    init(_ operation: Operation, check: (@Sendable () throws -> Void)? = nil) {
        self.operation = operation
        self.check = check
    }
}

/// Operations of a chain that run concurrently.
struct ChainGroup: Sendable {
    let steps: [ChainStep]
    /// Combines the values of the steps when all of them have succeeded.
    var collect: (@Sendable () -> Void)?
}
