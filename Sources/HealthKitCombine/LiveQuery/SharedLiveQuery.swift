// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthModel

/// A live query that is asked once for all who subscribe to it, and to its copies.
///
/// It is asked while there is at least one subscriber, and begins anew for the next one after the last has left. Each
/// subscriber has a demand of their own, and gets the newest answer when they want it: one who comes late gets the current
/// one at once. An answer is asked for as soon as one of them wants it. Everything else is as with ``LiveQuery``; an error
/// reaches all.
///
/// Subscribers are called one after the other, so that one who takes long may hold up the others.
public struct SharedLiveQuery<Output: Sendable>: Publisher, Sendable {
    /// Why the question cannot be answered, as with ``LiveQuery``.
    public typealias Failure = any Error

    private let current: SharedQuestion<Output>

    init(_ query: LiveQuery<Output>) {
        current = SharedQuestion(query)
    }

    /// Begins to ask, or joins those for whom it is asked already.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
        let (question, member) = current.join(AnySubscriber(subscriber))
        question.welcome(member)
    }
}

extension LiveQuery {
    /// The same question, asked once for all subscribers.
    public func shared() -> SharedLiveQuery<Output> { SharedLiveQuery(self) }
}

/// The question that a shared query asks at present, if there is one.
private final class SharedQuestion<Output: Sendable>: Sendable {
    private struct State {
        weak var question: LiveQuestion<Output>?
    }

    private let query: LiveQuery<Output>
    private let state = Guarded(State())

    init(_ query: LiveQuery<Output>) {
        self.query = query
    }

    func join(_ subscriber: AnySubscriber<Output, any Error>) -> (LiveQuestion<Output>, LiveQueryMember<Output>) {
        state.withLock { state in
            if let question = state.question, let member = question.join(subscriber) { return (question, member) }
            let question = LiveQuestion(query.makeSource(), isShared: true)
            guard let member = question.join(subscriber) else {
                preconditionFailure("A question that no one has asked so far cannot have ended.")
            }
            state.question = question
            return (question, member)
        }
    }
}
