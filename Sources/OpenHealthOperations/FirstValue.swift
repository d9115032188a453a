// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthModel

/// A subscriber that waits for the first value of a publisher or its completion, and then cancels the subscription.
///
/// The publisher retains it as long as it can send values.
final class FirstValue<Input, Failure: Error>: Subscriber {
    private struct State {
        var settle: ((Result<Input, Failure>?) -> Void)?
        var subscription: (any Subscription)?
    }

    private let state: Guarded<State>

    /// - Parameter settle: A closure that is called once, with nil if the publisher ends without a value.
    init(_ settle: @escaping (Result<Input, Failure>?) -> Void) {
        state = Guarded(State(settle: settle))
    }

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { state in
            guard state.settle != nil, state.subscription == nil else { return false }
            state.subscription = subscription
            return true
        }
        if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        end(.success(input), isOver: false)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: end(nil, isOver: true)
        case .failure(let error): end(.failure(error), isOver: true)
        }
    }

    private func end(_ result: Result<Input, Failure>?, isOver: Bool) {
        let (settle, subscription) = state.withLock { state in
            defer { state = State() }
            return (state.settle, state.subscription)
        }
        if !isOver { subscription?.cancel() }
        settle?(result)
    }
}
