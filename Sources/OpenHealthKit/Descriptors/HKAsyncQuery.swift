// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A question that is answered once.
public protocol HKAsyncQuery {
    /// The result.
    associatedtype Output

    /// Asks the question.
    /// - Returns: the answer.
    /// - Throws: an `HKError`, or `CancellationError` where the task was cancelled.
    func result(for healthStore: HKHealthStore) async throws -> Output
}

extension HKAsyncQuery {
    /// Reads on a thread where it may wait for the store, unless the task has been cancelled.
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
