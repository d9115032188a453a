// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An operation of a chain.
struct ChainStep: Sendable {
    let operation: Operation
    /// A closure that throws the error of the operation. It is called after the operation has ended without being canceled.
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
