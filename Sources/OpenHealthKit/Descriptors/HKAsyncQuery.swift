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
    func read<Answer: Sendable>(
        _ healthStore: HKHealthStore, _ body: @escaping @Sendable (HealthContext) async throws -> Answer
    ) async throws -> Answer {
        try Task.checkCancellation()
        let context = healthStore.context
        let answer = try await context.perform { _ in try await body(context) }
        try Task.checkCancellation()
        return answer
    }
}
