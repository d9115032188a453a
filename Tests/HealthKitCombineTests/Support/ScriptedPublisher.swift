// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

/// An upstream driven by hand, which writes down what is asked of it: `a asked max(1)`, `a cancelled`, and `a answered
/// max(1)` for what is asked for by the answer to a value.
///
/// It has one subscriber at a time. It sends values on request regardless of demand; only `offer(_:)` adheres to
/// the demand as a well-behaved publisher does.
final class ScriptedPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
    // Unchecked because the state is only reached under the lock.
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
    ///   - name: what each line begins with.
    ///   - history: where to write.
    ///   - isPrompt: whether a subscriber gets its subscription at once, or only by `start()`.
    ///   - onRequest: what to do when it is asked, inside of the call that asks.
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

    /// Hands the subscription to the subscriber.
    func start() {
        lock.withLock { subscriber }?.receive(subscription: Link(publisher: self))
    }

    /// Sends a value, demand or not.
    /// - Returns: what the subscriber asked for by it.
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

    /// Sends a value if it was asked for.
    /// - Returns: whether it was.
    @discardableResult
    func offer(_ value: Output) -> Bool {
        guard outstanding > .none else { return false }
        send(value)
        return true
    }

    /// Ends, and lets go of the subscriber.
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
