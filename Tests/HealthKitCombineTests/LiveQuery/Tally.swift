// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A thread-safe counter.
final class Tally: Sendable {
    private let number = Guarded(0)

    var count: Int { number.withLock { $0 } }

    /// Increments the counter.
    /// - Returns: The new number.
    @discardableResult
    func add() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}
