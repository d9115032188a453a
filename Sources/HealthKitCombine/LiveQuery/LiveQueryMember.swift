// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// A subscriber of a live query, and what ``LiveQueryState`` knows of them. Everything is used with the lock of the query.
final class LiveQueryMember<Output> {
    /// Whom to call, until they have left.
    var receiver: AnySubscriber<Output, any Error>?
    /// The values that they want, without one that is due.
    var demand = Subscribers.Demand.none
    /// Whether they have come, and not left.
    var isHere = false
    /// Whether a thread is calling them.
    var isBusy = true
    /// Whether the newest answer has not been sent to them.
    var isOwed = true
    /// Whether the newest answer, or one that takes its place until then, is to be sent to them next.
    var isDue = false

    init(_ receiver: AnySubscriber<Output, any Error>?) {
        self.receiver = receiver
    }
}
