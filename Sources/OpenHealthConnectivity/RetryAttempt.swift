// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// The subscriber of one attempt.
final class RetryAttempt<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: Subscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    typealias Input = Upstream.Output
    typealias Failure = Upstream.Failure

    private let parent: RetrySubscription<Upstream, Context, Downstream>
    private let attempt: Int

    init(_ parent: RetrySubscription<Upstream, Context, Downstream>, _ attempt: Int) {
        self.parent = parent
        self.attempt = attempt
    }

    func receive(subscription: any Subscription) { parent.receive(subscription, attempt: attempt) }

    func receive(_ input: Input) -> Subscribers.Demand { parent.receive(input, attempt: attempt) }

    func receive(completion: Subscribers.Completion<Failure>) { parent.receive(completion, attempt: attempt) }
}
