// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A query with a sequence of results.
public protocol HKAsyncSequenceQuery {
    /// The sequence of results.
    associatedtype Sequence: AsyncSequence

    /// Runs the query. Nothing is read before the first element is requested; each iterator begins anew.
    /// - Returns: The sequence of results. It ends if the task is canceled, and after an error.
    func results(for healthStore: HKHealthStore) -> Sequence
}
