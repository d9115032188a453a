// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

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
