// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// A publisher that sends the answer to a query again each time it may have changed.
///
/// The query begins with the first demand. Each subscriber has its own query, unless subscribers share one through ``shared()``.
/// The first value is the current answer. Each later value is the answer at that time, regardless of the number of changes:
/// consecutive values can be equal, which `removeDuplicates()` filters.
///
/// Without demand nothing is sent, and only the newest answer is kept. A query of the health database is not even read without
/// demand: changes are recorded and lead to one read when there is demand. Values are sent one at a time, and not after
/// cancellation, except for a value that another thread is sending at that time.
///
/// An error ends the query. It is reported immediately, regardless of demand, and an unsent value is discarded.
public struct LiveQuery<Output: Sendable>: Publisher, Sendable {
    /// The reason for the failure: an `HKError` of a health database, or the error of GRDB or the given closure.
    public typealias Failure = any Error

    let makeSource: @Sendable () -> any AnswerSource<Output>

    /// Creates a query with answers of a custom source.
    /// - Parameter makeSource: A closure that creates the source for one subscriber, or for all that share the query.
    init(_ makeSource: @escaping @Sendable () -> any AnswerSource<Output>) {
        self.makeSource = makeSource
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
        let question = LiveQuestion(makeSource(), isShared: false)
        // A new question accepts subscribers.
        if let member = question.join(AnySubscriber(subscriber)) { question.welcome(member) }
    }
}
