// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// A question whose answer is sent again each time it may have changed.
///
/// Nothing happens before the first demand; then each subscriber has a query of its own, unless they share one
/// through ``shared()``. The first value is the answer of that moment. After that comes the answer as it is then,
/// however many changes led to it: two equal values may follow each other, which `removeDuplicates()` leaves out.
///
/// While a subscriber has no demand nothing is sent, and of several answers only the newest is kept. A question to the
/// health database is not even read meanwhile: the changes are remembered and lead to one reading once the subscriber wants
/// a value. Values come one after the other, never two at a time, and none after the subscriber has cancelled, except
/// one that was on its way on another thread at that moment.
///
/// An error ends the query. It is reported immediately, whether there is demand or not, and a value without demand so
/// far is not sent any more.
public struct LiveQuery<Output: Sendable>: Publisher, Sendable {
    /// Why the question cannot be answered: an `HKError` of a health database, whatever GRDB or the given function threw
    /// otherwise.
    public typealias Failure = any Error

    let makeSource: @Sendable () -> any AnswerSource<Output>

    /// A query with answers from anywhere.
    /// - Parameter makeSource: makes what answers one subscriber, or those who share.
    init(_ makeSource: @escaping @Sendable () -> any AnswerSource<Output>) {
        self.makeSource = makeSource
    }

    /// Begins to ask for a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
        let question = LiveQuestion(makeSource(), isShared: false)
        // One that has just been made takes subscribers.
        if let member = question.join(AnySubscriber(subscriber)) { question.welcome(member) }
    }
}
