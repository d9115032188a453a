// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthModel

/// A live query that is executed once for all of its subscribers and those of its copies.
///
/// The query runs while there is at least one subscriber, and begins again for the next one after the last has canceled. Each
/// subscriber has its own demand and receives the newest result when it has demand: a late subscriber receives the current one
/// immediately. A result is requested when any subscriber has demand. Otherwise it behaves like ``LiveQuery``; an error is sent
/// to all subscribers.
///
/// Subscribers are called sequentially, so a slow subscriber can delay the others.
public struct SharedLiveQuery<Output: Sendable>: Publisher, Sendable {
    /// The reason for the failure, as for ``LiveQuery``.
    public typealias Failure = any Error

    private let current: SharedLiveQueryRun<Output>

    init(_ query: LiveQuery<Output>) {
        current = SharedLiveQueryRun(query)
    }

    /// Attaches a subscriber and begins the query if it is not running.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
        let (run, member) = current.join(AnySubscriber(subscriber))
        run.welcome(member)
    }
}

extension LiveQuery {
    /// Returns the same query, executed once for all subscribers.
    public func shared() -> SharedLiveQuery<Output> { SharedLiveQuery(self) }
}

/// The running query of a shared query, if any.
private final class SharedLiveQueryRun<Output: Sendable>: Sendable {
    private struct State {
        weak var run: LiveQueryRun<Output>?
    }

    private let query: LiveQuery<Output>
    private let state = Guarded(State())

    init(_ query: LiveQuery<Output>) {
        self.query = query
    }

    func join(_ subscriber: AnySubscriber<Output, any Error>) -> (LiveQueryRun<Output>, LiveQueryMember<Output>) {
        state.withLock { state in
            if let run = state.run, let member = run.join(subscriber) { return (run, member) }
            let run = LiveQueryRun(query.makeSource(), isShared: true)
            guard let member = run.join(subscriber) else {
                preconditionFailure("A query without subscribers cannot have ended.")
            }
            state.run = run
            return (run, member)
        }
    }
}
