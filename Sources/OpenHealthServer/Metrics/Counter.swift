// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A number that any thread may count up and down.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    /// The number as it is now.
    var value: Int { number.load(ordering: .relaxed) }

    /// Adds to it.
    func add(_ amount: Int = 1) {
        number.wrappingAdd(amount, ordering: .relaxed)
    }
}
