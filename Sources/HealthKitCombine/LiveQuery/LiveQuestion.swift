// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

/// A live query that runs: its source, and the subscribers who get its answers.
///
/// It knows when to call whom through ``LiveQueryState``; subscribers and the source are only ever called without the lock.
final class LiveQuestion<Output: Sendable>: @unchecked Sendable {
    // Unchecked because what changes is behind the lock. It is no Mutex since the thread sanitizer does not see who waited
    // for one.
    typealias Member = LiveQueryMember<Output>

    private struct Step {
        var call: (LiveQueryState<Output>.Delivery, AnySubscriber<Output, any Error>?)?
        var source: (any AnswerSource<Output>)?
    }

    private let lock = NSLock()
    private let delivery: AnswerDelivery
    private var state: LiveQueryState<Output>
    private var source: (any AnswerSource<Output>)?

    /// - Parameters:
    ///   - source: where the answers come from.
    ///   - isShared: whether subscribers may come later.
    init(_ source: any AnswerSource<Output>, isShared: Bool) {
        self.source = source
        delivery = source.delivery
        state = LiveQueryState(isAsked: source.isAsked, isShared: isShared)
    }

    // MARK: Subscribers

    /// Takes a subscriber, for whom ``welcome(_:)`` has to be called next.
    /// - Returns: nil where the query has ended.
    func join(_ subscriber: AnySubscriber<Output, any Error>) -> Member? {
        let member = Member(subscriber)
        return lock.withLock { state.join(member) } ? member : nil
    }

    /// Gives a subscriber their subscription, and what is there already.
    func welcome(_ member: Member) {
        let receiver = lock.withLock { member.receiver }
        receiver?.receive(subscription: LiveQuerySubscription(to: self, as: member))
        let (hasDeliveries, source) = lock.withLock {
            state.settle(member)
            return (state.hasDeliveries, sourceToAsk())
        }
        source?.ask(for: self)
        if hasDeliveries { delivery.first { self.deliver() } }
    }

    /// A subscriber wants more values.
    func request(_ demand: Subscribers.Demand, for member: Member) {
        let (beginning, asked, hasDeliveries) = lock.withLock {
            state.request(demand, for: member)
            return (state.begin() ? source : nil, sourceToAsk(), state.hasDeliveries)
        }
        beginning?.begin(for: self)
        asked?.ask(for: self)
        if hasDeliveries { delivery.later { self.deliver() } }
    }

    /// A subscriber wants nothing any more.
    func leave(_ member: Member) {
        // What is let go of may do anything in its deinitialiser, so that is after the lock.
        let (receiver, ended) = lock.withLock { (takeReceiver(member), state.leave(member) ? takeSource() : nil) }
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
        let ended = lock.withLock {
            state.complete(.failure(error))
            return takeSource()
        }
        ended?.end()
        deliver()
    }

    // MARK: Steps

    private func tell(_ event: (inout LiveQueryState<Output>) -> Void) {
        let source = lock.withLock {
            event(&state)
            return sourceToAsk()
        }
        source?.ask(for: self)
    }

    /// Calls subscribers as long as there is something to tell.
    private func deliver() {
        var step = lock.withLock { nextStep() }
        while let (delivery, receiver) = step.call {
            step.source?.ask(for: self)
            switch delivery {
            case .completion(let completion, _):
                receiver?.receive(completion: completion)
                step = lock.withLock { nextStep() }
            case .answer(let output, let member):
                let demand = receiver?.receive(output) ?? .none
                step = lock.withLock {
                    state.delivered(to: member, wants: demand)
                    return nextStep()
                }
            }
        }
        step.source?.ask(for: self)
    }

    // The following are called with the lock.

    /// Whom to call next, and the source if it has to be asked before.
    private func nextStep() -> Step {
        switch state.nextDelivery() {
        case .answer(let output, let member)?:
            Step(call: (.answer(output, to: member), member.receiver), source: sourceToAsk())
        case .completion(let completion, let member)?:
            Step(call: (.completion(completion, to: member), takeReceiver(member)))
        case nil: Step(source: sourceToAsk())
        }
    }

    private func takeReceiver(_ member: Member) -> AnySubscriber<Output, any Error>? {
        defer { member.receiver = nil }
        return member.receiver
    }

    private func sourceToAsk() -> (any AnswerSource<Output>)? {
        state.beginAsking() ? source : nil
    }

    private func takeSource() -> (any AnswerSource<Output>)? {
        defer { source = nil }
        return source
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
