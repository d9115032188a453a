// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import Synchronization

/// Changes that matter to a question and that nobody has looked at yet, gathered into one range.
package final class ChangeGathering: Sendable {
    private let interest: ChangeInterest
    private let gathered = Mutex<ChangeRange?>(nil)

    package init(_ interest: ChangeInterest) {
        self.interest = interest
    }

    /// Adds a range.
    /// - Returns: whether it is the first since the last ``take()``, so that somebody has to be told.
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

    /// What has been gathered, and begins anew; nil where that is nothing.
    package func take() -> ChangeRange? {
        gathered.withLock { gathered in
            defer { gathered = nil }
            return gathered
        }
    }
}
