// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Synchronization

/// Whether the app has acknowledged one call of an observer's handler.
final class DeliveryReceipt: Sendable {
    private enum State {
        case open, acknowledged, taken
    }

    /// The types with background delivery that the call was about.
    let types: Set<HKSampleType>
    /// Those of them that had changes to tell.
    let delivered: Set<HKSampleType>
    /// The place up to which changes were told.
    let place: Int64
    private let state = Mutex(State.open)

    init(_ types: Set<HKSampleType>, delivered: Set<HKSampleType>, place: Int64) {
        self.types = types
        self.delivered = delivered
        self.place = place
    }

    /// The completion handler was called.
    /// - Returns: whether it was the first time.
    func acknowledge() -> Bool {
        state.withLock { state in
            guard case .open = state else { return false }
            state = .acknowledged
            return true
        }
    }

    /// Takes the acknowledgement, to write it down.
    /// - Returns: whether there is one that has not been taken.
    func take() -> Bool {
        state.withLock { state in
            guard case .acknowledged = state else { return false }
            state = .taken
            return true
        }
    }
}
