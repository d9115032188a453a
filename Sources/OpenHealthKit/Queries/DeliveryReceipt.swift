// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Synchronization

/// The acknowledgment of one call of an observer query's handler.
final class DeliveryReceipt: Sendable {
    private enum State {
        case open, acknowledged, taken
    }

    /// The types with background delivery that the call was about.
    let types: Set<HKSampleType>
    /// The types that had changes to report.
    let delivered: Set<HKSampleType>
    /// The anchor up to which changes were reported.
    let place: Int64
    private let state = Mutex(State.open)

    init(_ types: Set<HKSampleType>, delivered: Set<HKSampleType>, place: Int64) {
        self.types = types
        self.delivered = delivered
        self.place = place
    }

    /// Acknowledges the call.
    /// - Returns: Whether it is the first acknowledgment.
    func acknowledge() -> Bool {
        state.withLock { state in
            guard case .open = state else { return false }
            state = .acknowledged
            return true
        }
    }

    /// Takes the acknowledgment in order to store it.
    /// - Returns: Whether there is an acknowledgment that has not been taken yet.
    func take() -> Bool {
        state.withLock { state in
            guard case .acknowledged = state else { return false }
            state = .taken
            return true
        }
    }
}
