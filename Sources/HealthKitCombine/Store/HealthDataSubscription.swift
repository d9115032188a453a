// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenCombineShim
import OpenHealthKit

/// The subscription of one subscriber to a query.
///
/// The thread that advanced the state calls the subscriber, so calls are not concurrent.
final class HealthDataSubscription<Output: Sendable>: Subscription, Sendable {
    typealias Question = HealthDataPublisher<Output>
    typealias Receiver = AnySubscriber<Output, any Error>

    private enum State {
        /// Nothing has been requested yet.
        case idle(Question, Receiver)
        case reading(Receiver, Task<Void, Never>?)
        /// The value is being sent; the completion follows.
        case sending
        case ended
    }

    private let state: Guarded<State>

    init(_ question: Question, _ receiver: Receiver) {
        state = Guarded(.idle(question, receiver))
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let question = state.withLock { state -> Question? in
            guard case .idle(let question, let receiver) = state else { return nil }
            state = .reading(receiver, nil)
            return question
        }
        guard let question else { return }
        let task = question.context.perform { session in
            try await question.read(session)
        } completion: {
            self.finish($0)
        }
        let isReading = state.withLock { state in
            guard case .reading(let receiver, _) = state else { return false }
            state = .reading(receiver, task)
            return true
        }
        // The subscription was canceled in the meantime, or the task has ended.
        if !isReading { task.cancel() }
    }

    func cancel() {
        // The contents of the state are released without holding the lock, because their deinitializers may call this object.
        if case .reading(_, let task?) = step({ _ in .ended }) { task.cancel() }
    }

    private func finish(_ result: Result<Output, any Error>) {
        guard case .reading(let receiver, _) = step({ if case .reading = $0 { .sending } else { $0 } }) else { return }
        switch result {
        case .success(let answer):
            _ = receiver.receive(answer)
            guard case .sending = step({ _ in .ended }) else { return }
            receiver.receive(completion: .finished)
        case .failure(let error):
            _ = step { _ in .ended }
            receiver.receive(completion: .failure(error))
        }
    }

    /// Changes the state.
    /// - Returns: The previous state.
    private func step(_ next: (State) -> State) -> State {
        state.withLock { state in
            let before = state
            state = next(before)
            return before
        }
    }
}
