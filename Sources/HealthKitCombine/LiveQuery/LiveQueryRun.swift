// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthModel

/// A running live query: its source and its subscribers.
///
/// ``LiveQueryState`` determines the calls; subscribers and the source are called without holding the lock.
final class LiveQueryRun<Output: Sendable>: Sendable {
    typealias Member = LiveQueryMember<Output>

    private struct Step {
        var call: (LiveQueryState<Output>.Delivery, AnySubscriber<Output, any Error>?)?
        var source: (any LiveQuerySource<Output>)?
    }

    /// The state of the query, and its source until the query ends.
    private struct Content {
        var query: LiveQueryState<Output>
        var source: (any LiveQuerySource<Output>)?

        /// Returns the next call of a subscriber, and the source if a result must be requested first.
        mutating func nextStep() -> Step {
            switch query.nextDelivery() {
            case .result(let output, let member)?:
                Step(call: (.result(output, to: member), member.receiver), source: sourceToAsk())
            case .completion(let completion, let member)?:
                Step(call: (.completion(completion, to: member), takeReceiver(member)))
            case nil: Step(source: sourceToAsk())
            }
        }

        func takeReceiver(_ member: Member) -> AnySubscriber<Output, any Error>? {
            defer { member.receiver = nil }
            return member.receiver
        }

        mutating func sourceToAsk() -> (any LiveQuerySource<Output>)? {
            query.beginAsking() ? source : nil
        }

        mutating func takeSource() -> (any LiveQuerySource<Output>)? {
            defer { source = nil }
            return source
        }
    }

    private let delivery: DeliveryContext
    private let content: Guarded<Content>

    /// - Parameters:
    ///   - source: The source of the results.
    ///   - isShared: Whether there can be later subscribers.
    init(_ source: any LiveQuerySource<Output>, isShared: Bool) {
        delivery = source.delivery
        content = Guarded(
            Content(query: LiveQueryState(isAsked: source.isAsked, isShared: isShared), source: source))
    }

    // MARK: Subscribers

    /// Adds a subscriber; ``welcome(_:)`` must be called next.
    /// - Returns: The member, or nil if the query has ended.
    func join(_ subscriber: AnySubscriber<Output, any Error>) -> Member? {
        let member = Member(subscriber)
        return content.withLock { $0.query.join(member) } ? member : nil
    }

    /// Sends the subscription and any available result to a subscriber.
    func welcome(_ member: Member) {
        let receiver = content.withLock { _ in member.receiver }
        receiver?.receive(subscription: LiveQuerySubscription(to: self, as: member))
        let (hasDeliveries, source) = content.withLock { content in
            content.query.settle(member)
            return (content.query.hasDeliveries, content.sourceToAsk())
        }
        source?.ask(for: self)
        if hasDeliveries { delivery.first { self.deliver() } }
    }

    /// Adds demand of a subscriber.
    func request(_ demand: Subscribers.Demand, for member: Member) {
        let (beginning, asked, hasDeliveries) = content.withLock { content in
            content.query.request(demand, for: member)
            return (content.query.begin() ? content.source : nil, content.sourceToAsk(), content.query.hasDeliveries)
        }
        beginning?.begin(for: self)
        asked?.ask(for: self)
        if hasDeliveries { delivery.later { self.deliver() } }
    }

    /// Removes a subscriber that has canceled.
    func leave(_ member: Member) {
        // The deinitializer of a released object can run any code, so it is released without holding the lock.
        let (receiver, ended) = content.withLock { content in
            (content.takeReceiver(member), content.query.leave(member) ? content.takeSource() : nil)
        }
        ended?.end()
        withExtendedLifetime(receiver) {}
    }

    // MARK: The source

    /// Notes that the source reports all further changes.
    func listens() {
        tell { $0.listens() }
    }

    /// Marks the result as outdated. Only the source calls this method.
    func change() {
        tell { $0.change() }
    }

    /// Accepts a result of the source.
    func accept(_ output: Output) {
        tell { $0.accept(output) }
        deliver()
    }

    /// Accepts a result or a permanent failure of the source.
    func accept(_ result: Result<Output, any Error>) {
        switch result {
        case .success(let output): accept(output)
        case .failure(let error): fail(error)
        }
    }

    /// Accepts a permanent failure of the source.
    func fail(_ error: any Error) {
        let ended = content.withLock { content in
            content.query.complete(.failure(error))
            return content.takeSource()
        }
        ended?.end()
        deliver()
    }

    // MARK: Steps

    private func tell(_ event: (inout LiveQueryState<Output>) -> Void) {
        let source = content.withLock { content in
            event(&content.query)
            return content.sourceToAsk()
        }
        source?.ask(for: self)
    }

    /// Calls subscribers while there are deliveries.
    private func deliver() {
        var step = content.withLock { $0.nextStep() }
        while let (delivery, receiver) = step.call {
            step.source?.ask(for: self)
            switch delivery {
            case .completion(let completion, _):
                receiver?.receive(completion: completion)
                step = content.withLock { $0.nextStep() }
            case .result(let output, let member):
                let demand = receiver?.receive(output) ?? .none
                step = content.withLock { content in
                    content.query.delivered(to: member, wants: demand)
                    return content.nextStep()
                }
            }
        }
        step.source?.ask(for: self)
    }
}

/// The subscription of a live query.
final class LiveQuerySubscription<Output: Sendable>: Subscription {
    private let run: LiveQueryRun<Output>
    private let member: LiveQueryMember<Output>

    init(to run: LiveQueryRun<Output>, as member: LiveQueryMember<Output>) {
        self.run = run
        self.member = member
    }

    func request(_ demand: Subscribers.Demand) { run.request(demand, for: member) }

    func cancel() { run.leave(member) }
}

/// A subscriber of a live query and its state in ``LiveQueryState``. Used only with the lock of the query held.
final class LiveQueryMember<Output> {
    /// The subscriber, until it has canceled.
    var receiver: AnySubscriber<Output, any Error>?
    /// The demand, excluding a value that is due.
    var demand = Subscribers.Demand.none
    /// Whether the subscriber has its subscription and has not canceled.
    var isHere = false
    /// Whether a thread is calling the subscriber.
    var isBusy = true
    /// Whether the newest result has not been sent to the subscriber.
    var isOwed = true
    /// Whether the newest result, or one that replaces it until then, is the next call of the subscriber.
    var isDue = false

    init(_ receiver: AnySubscriber<Output, any Error>?) {
        self.receiver = receiver
    }
}
