// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import Synchronization

/// Unprocessed changes that are relevant to a query, combined into one range.
package final class ChangeGathering: Sendable {
    private let interest: ChangeInterest
    private let gathered = Mutex<ChangeRange?>(nil)

    package init(_ interest: ChangeInterest) {
        self.interest = interest
    }

    /// Adds a range.
    /// - Returns: Whether it is the first range since the last ``take()``, so that a notification is due.
    package func add(_ range: ChangeRange) -> Bool {
        guard interest.contains(range) else { return false }
        return gathered.withLock { gathered in
            guard let earlier = gathered else {
                gathered = range
                return true
            }
            gathered = earlier.joined(with: range)
            return false
        }
    }

    /// Returns and clears the combined range; nil if it is empty.
    package func take() -> ChangeRange? {
        gathered.withLock { gathered in
            defer { gathered = nil }
            return gathered
        }
    }
}
