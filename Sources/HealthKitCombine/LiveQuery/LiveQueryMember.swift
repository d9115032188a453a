// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

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
    /// Whether the newest answer has not been sent to the subscriber.
    var isOwed = true
    /// Whether the newest answer, or one that replaces it until then, is the next call of the subscriber.
    var isDue = false

    init(_ receiver: AnySubscriber<Output, any Error>?) {
        self.receiver = receiver
    }
}
