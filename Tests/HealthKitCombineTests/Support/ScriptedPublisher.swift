// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

/// An upstream controlled by a test, which records demand and cancellation: `a asked max(1)`, `a cancelled`, and `a answered
/// max(1)` for the demand returned for a value.
///
/// It has one subscriber at a time. It sends values on request regardless of demand; only `offer(_:)` adheres to the demand as
/// a well-behaved publisher does.
final class ScriptedPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
    // Unchecked because the state is only accessed under the lock.
    let name: String
    private let history: History
    private let lock = NSLock()
    private var subscriber: AnySubscriber<Output, Failure>?
    private var demand = Subscribers.Demand.none
    private var sent = 0
    private let onRequest: ((ScriptedPublisher, Subscribers.Demand) -> Void)?
    private let isPrompt: Bool

    /// Creates an upstream.
    /// - Parameters:
    ///   - name: The prefix of each line.
    ///   - history: The history to which lines are added.
    ///   - isPrompt: Whether a subscriber receives its subscription immediately, or only by `start()`.
    ///   - onRequest: A closure that is called within each request for values.
    init(
        _ name: String, _ history: History, isPrompt: Bool = true,
        onRequest: ((ScriptedPublisher, Subscribers.Demand) -> Void)? = nil
    ) {
        self.name = name
        self.history = history
        self.isPrompt = isPrompt
        self.onRequest = onRequest
    }

    /// The demand that is requested and not yet sent.
    var outstanding: Subscribers.Demand { lock.withLock { demand } }

    /// The number of sent values.
    var sentCount: Int { lock.withLock { sent } }

    /// Whether there is a subscriber that has neither cancelled nor received the completion.
    var isSubscribed: Bool { lock.withLock { subscriber != nil } }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        lock.withLock { self.subscriber = AnySubscriber(subscriber) }
        if isPrompt { start() }
    }

    /// Sends the subscription to the subscriber.
    func start() {
        lock.withLock { subscriber }?.receive(subscription: Link(publisher: self))
    }

    /// Sends a value regardless of demand.
    /// - Returns: The additional demand of the subscriber.
    @discardableResult
    func send(_ value: Output) -> Subscribers.Demand {
        let subscriber = lock.withLock {
            if demand > .none { demand -= 1 }
            sent += 1
            return self.subscriber
        }
        let more = subscriber?.receive(value) ?? .none
        lock.withLock { demand += more }
        if more > .none { history.note("\(name) answered \(more)") }
        return more
    }

    /// Sends a value if there is demand.
    /// - Returns: A Boolean value that indicates whether the value was sent.
    @discardableResult
    func offer(_ value: Output) -> Bool {
        guard outstanding > .none else { return false }
        send(value)
        return true
    }

    /// Completes, and releases the subscriber.
    func send(completion: Subscribers.Completion<Failure>) {
        let subscriber = lock.withLock {
            defer { self.subscriber = nil }
            return self.subscriber
        }
        subscriber?.receive(completion: completion)
    }

    private func asked(_ more: Subscribers.Demand) {
        history.note("\(name) asked \(more)")
        lock.withLock { demand += more }
        onRequest?(self, more)
    }

    private func cancelled() {
        history.note("\(name) cancelled")
        let released = lock.withLock {
            defer { subscriber = nil }
            return subscriber
        }
        withExtendedLifetime(released) {}
    }

    private final class Link: Subscription {
        let publisher: ScriptedPublisher

        init(publisher: ScriptedPublisher) {
            self.publisher = publisher
        }

        func request(_ demand: Subscribers.Demand) {
            publisher.asked(demand)
        }

        func cancel() {
            publisher.cancelled()
        }
    }
}
