// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthModel

/// A live query that runs: its source, and the subscribers who get its answers.
///
/// It knows when to call whom through ``LiveQueryState``; subscribers and the source are only ever called without the lock.
final class LiveQuestion<Output: Sendable>: Sendable {
    typealias Member = LiveQueryMember<Output>

    private struct Step {
        var call: (LiveQueryState<Output>.Delivery, AnySubscriber<Output, any Error>?)?
        var source: (any AnswerSource<Output>)?
    }

    /// The state of the query, and its source until the query ends.
    private struct Content {
        var query: LiveQueryState<Output>
        var source: (any AnswerSource<Output>)?

        /// Returns the next call of a subscriber, and the source if it has to be asked before.
        mutating func nextStep() -> Step {
            switch query.nextDelivery() {
            case .answer(let output, let member)?:
                Step(call: (.answer(output, to: member), member.receiver), source: sourceToAsk())
            case .completion(let completion, let member)?:
                Step(call: (.completion(completion, to: member), takeReceiver(member)))
            case nil: Step(source: sourceToAsk())
            }
        }

        func takeReceiver(_ member: Member) -> AnySubscriber<Output, any Error>? {
            defer { member.receiver = nil }
            return member.receiver
        }

        mutating func sourceToAsk() -> (any AnswerSource<Output>)? {
            query.beginAsking() ? source : nil
        }

        mutating func takeSource() -> (any AnswerSource<Output>)? {
            defer { source = nil }
            return source
        }
    }

    private let delivery: AnswerDelivery
    private let content: Guarded<Content>

    /// - Parameters:
    ///   - source: where the answers come from.
    ///   - isShared: whether subscribers may come later.
    init(_ source: any AnswerSource<Output>, isShared: Bool) {
        delivery = source.delivery
        content = Guarded(
            Content(query: LiveQueryState(isAsked: source.isAsked, isShared: isShared), source: source))
    }

    // MARK: Subscribers

    /// Takes a subscriber, for whom ``welcome(_:)`` has to be called next.
    /// - Returns: nil where the query has ended.
    func join(_ subscriber: AnySubscriber<Output, any Error>) -> Member? {
        let member = Member(subscriber)
        return content.withLock { $0.query.join(member) } ? member : nil
    }

    /// Gives a subscriber their subscription, and what is there already.
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

    /// A subscriber wants more values.
    func request(_ demand: Subscribers.Demand, for member: Member) {
        let (beginning, asked, hasDeliveries) = content.withLock { content in
            content.query.request(demand, for: member)
            return (content.query.begin() ? content.source : nil, content.sourceToAsk(), content.query.hasDeliveries)
        }
        beginning?.begin(for: self)
        asked?.ask(for: self)
        if hasDeliveries { delivery.later { self.deliver() } }
    }

    /// A subscriber wants nothing any more.
    func leave(_ member: Member) {
        // What is let go of may do anything in its deinitialiser, so that is after the lock.
        let (receiver, ended) = content.withLock { content in
            (content.takeReceiver(member), content.query.leave(member) ? content.takeSource() : nil)
        }
        ended?.end()
        withExtendedLifetime(receiver) {}
    }

    // MARK: The source

    /// The source hears of all changes from now on.
    func listens() {
        tell { $0.listens() }
    }

    /// Marks the answer as outdated. Only the source is called from here.
    func change() {
        tell { $0.change() }
    }

    /// The source has an answer.
    func answer(_ output: Output) {
        tell { $0.answer(output) }
        deliver()
    }

    /// The source has an answer, or none for good.
    func answer(_ result: Result<Output, any Error>) {
        switch result {
        case .success(let output): answer(output)
        case .failure(let error): fail(error)
        }
    }

    /// The source cannot answer any more.
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

    /// Calls subscribers as long as there is something to tell.
    private func deliver() {
        var step = content.withLock { $0.nextStep() }
        while let (delivery, receiver) = step.call {
            step.source?.ask(for: self)
            switch delivery {
            case .completion(let completion, _):
                receiver?.receive(completion: completion)
                step = content.withLock { $0.nextStep() }
            case .answer(let output, let member):
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
    private let question: LiveQuestion<Output>
    private let member: LiveQueryMember<Output>

    init(to question: LiveQuestion<Output>, as member: LiveQueryMember<Output>) {
        self.question = question
        self.member = member
    }

    func request(_ demand: Subscribers.Demand) { question.request(demand, for: member) }

    func cancel() { question.leave(member) }
}
