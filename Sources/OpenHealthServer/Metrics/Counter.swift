// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A number that any thread can increment and decrement.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    /// The current value.
    var value: Int { number.load(ordering: .relaxed) }

    /// Adds an amount to the value.
    func add(_ amount: Int = 1) {
        number.wrappingAdd(amount, ordering: .relaxed)
    }
}
