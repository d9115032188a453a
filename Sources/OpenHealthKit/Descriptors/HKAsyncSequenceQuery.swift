// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A question whose answers come one after the other.
public protocol HKAsyncSequenceQuery {
    /// The answers.
    associatedtype Sequence: AsyncSequence

    /// Asks the question. Nothing is read before the first element is asked for; each iterator begins anew.
    /// - Returns: the answers. They end when the task is cancelled, and after an error.
    func results(for healthStore: HKHealthStore) -> Sequence
}
