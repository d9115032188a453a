// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The progress of an ``OperationChain``.
public struct OperationProgress: Hashable, Sendable {
    /// The number of operations that have ended without failure.
    public let completedCount: Int
    /// The number of operations of the chain, counting each closure as one.
    public let totalCount: Int

    /// The fraction of operations that have ended, from 0 to 1. It is 1 for a chain without operations.
    public var fractionCompleted: Double {
        totalCount == 0 ? 1 : Double(completedCount) / Double(totalCount)
    }
}
