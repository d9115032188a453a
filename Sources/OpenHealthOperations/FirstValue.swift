// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

/// A subscriber that waits for the first value of a publisher, or for its end, and then cancels the subscription.
///
/// The publisher keeps it as long as it may still send.
final class FirstValue<Input, Failure: Error>: Subscriber {
    private let lock = NSLock()
    private var settle: ((Result<Input, Failure>?) -> Void)?
    private var subscription: (any Subscription)?

    /// - Parameter settle: called once, with nil if the publisher ends without a value.
    init(_ settle: @escaping (Result<Input, Failure>?) -> Void) {
        self.settle = settle
    }

    func receive(subscription: any Subscription) {
        let isWanted = lock.withLock {
            guard settle != nil, self.subscription == nil else { return false }
            self.subscription = subscription
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
        let (settle, subscription) = lock.withLock {
            defer {
                self.settle = nil
                self.subscription = nil
            }
            return (self.settle, self.subscription)
        }
        if !isOver { subscription?.cancel() }
        settle?(result)
    }
}
