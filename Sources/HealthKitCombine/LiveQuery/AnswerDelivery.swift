// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Where the subscribers of a live query are called.
enum AnswerDelivery: Sendable {
    /// Wherever the answer became known, or was wanted.
    case direct
    /// Where a scheduler of GRDB says.
    case scheduled(any ValueObservationScheduler)

    /// Runs work for a subscriber during its subscription, before which it may request its first value.
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
