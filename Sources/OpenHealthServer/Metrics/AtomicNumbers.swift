// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

// Unchecked because the memory does not move during the lifetime of the object, and each number in it is atomic.
/// Numbers that any thread can increment without blocking.
final class AtomicNumbers: @unchecked Sendable {
    /// The number of numbers.
    let count: Int
    private let numbers: UnsafeMutablePointer<Atomic<Int>>

    init(_ count: Int) {
        self.count = count
        numbers = .allocate(capacity: count)
        for index in 0..<count { (numbers + index).initialize(to: Atomic(0)) }
    }

    deinit {
        numbers.deinitialize(count: count)
        numbers.deallocate()
    }

    /// The current value of a number.
    subscript(_ index: Int) -> Int {
        precondition(index >= 0 && index < count)  // checked: indices in constant tables
        return numbers[index].load(ordering: .relaxed)
    }

    /// Adds to a number.
    func add(_ amount: Int, to index: Int) {
        precondition(index >= 0 && index < count)  // checked: indices in constant tables
        numbers[index].wrappingAdd(amount, ordering: .relaxed)
    }
}

/// A number that any thread can increment and decrement.
final class AtomicNumber: Sendable {
    private let number = Atomic<Int>(0)

    /// The current value.
    var value: Int { number.load(ordering: .relaxed) }

    /// Adds an amount to the value.
    func add(_ amount: Int = 1) {
        number.wrappingAdd(amount, ordering: .relaxed)
    }
}
