// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A query with one result.
public protocol HKAsyncQuery {
    /// The result.
    associatedtype Output

    /// Runs the query.
    /// - Returns: The result.
    /// - Throws: An `HKError`, or `CancellationError` if the task was canceled.
    func result(for healthStore: HKHealthStore) async throws -> Output
}

extension HKAsyncQuery {
    /// Runs a closure on a thread that may block, unless the task was canceled.
    func read<Output: Sendable>(
        _ healthStore: HKHealthStore, _ body: @escaping @Sendable (HealthContext) async throws -> Output
    ) async throws -> Output {
        try Task.checkCancellation()
        let context = healthStore.context
        let output = try await context.perform { _ in try await body(context) }
        try Task.checkCancellation()
        return output
    }
}
