// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The context in which the subscribers of a live query are called.
enum AnswerDelivery: Sendable {
    /// The context in which the answer was received or requested.
    case direct
    /// The context of a GRDB scheduler.
    case scheduled(any ValueObservationScheduler)

    /// Runs work for a subscriber during its subscription, before it can request its first value.
    func first(_ work: @escaping @Sendable () -> Void) {
        if case .scheduled(let scheduler) = self, !scheduler.immediateInitialValue() {
            scheduler.schedule(work)
        } else {
            work()
        }
    }

    /// Runs work for an existing subscriber.
    func later(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .direct: work()
        case .scheduled(let scheduler): scheduler.schedule(work)
        }
    }
}
