// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    /// The subscriber of one upstream of a merge.
    struct MergeSide<Downstream: Subscriber>: Subscriber, CustomStringConvertible {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        let merge: MergeSubscription<Downstream>
        let index: Int
        let combineIdentifier = CombineIdentifier()

        var description: String { merge.description }

        func receive(subscription: any Subscription) {
            merge.receive(subscription, from: index)
        }

        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            merge.receive(input, from: index)
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            merge.receive(completion, from: index)
        }
    }
#endif
