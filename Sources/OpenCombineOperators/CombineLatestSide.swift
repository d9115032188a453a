// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    /// The subscriber of one upstream of a combination.
    struct CombineLatestSide<Input, Latest: LatestValues, Downstream: Subscriber>: Subscriber, CustomStringConvertible
    where Downstream.Input == Latest.Combination {
        typealias Failure = Downstream.Failure
        typealias Combination = CombineLatestSubscription<Latest, Downstream>

        let combination: Combination
        let index: Int
        let keep: (inout Latest, Input) -> Void
        let combineIdentifier = CombineIdentifier()

        var description: String { combination.description }

        func receive(subscription: any Subscription) {
            combination.receive(subscription, from: index)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            combination.receive(from: index) { keep(&$0, input) }
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            combination.receive(completion, from: index)
        }
    }
#endif
