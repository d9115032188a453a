// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Counts what happens on several threads.
final class Tally: Sendable {
    private let number = Guarded(0)

    var count: Int { number.withLock { $0 } }

    /// Counts one more.
    /// - Returns: how many that makes.
    @discardableResult
    func add() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}
