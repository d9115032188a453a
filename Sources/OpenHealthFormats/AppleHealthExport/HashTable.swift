// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A table from content hashes to small integers, with open addressing and without removal of single keys.
///
/// The keys are 128-bit hashes of the contents, not the contents: with a billion different strings the
/// probability that any two share a hash is below 10⁻²⁰.
///
/// The hash has no secret, so an input can contain any number of strings whose hashes agree in some bits. The slot of a
/// key therefore depends on a random number of each table, which prevents inputs made to cause collisions.
struct HashTable {
    private let secret = ContentHash(low: .random(in: 0 ... .max), high: .random(in: 0 ... .max))
    private var keys: [ContentHash]
    private var values: [Int32]
    private var mask: Int
    private(set) var count = 0

    init(capacity: Int = 1024) {
        let size = max(16, capacity).nextPowerOfTwo
        keys = Array(repeating: ContentHash(low: 0, high: 0), count: size)
        values = Array(repeating: -1, count: size)
        mask = size - 1
    }

    /// Returns the value of a key, or -1.
    @inline(__always)
    func value(of key: ContentHash) -> Int32 {
        var slot = home(key)
        while values[slot] >= 0 {
            if keys[slot] == key { return values[slot] }
            slot = (slot &+ 1) & mask
        }
        return -1
    }

    /// Returns the preferred slot of a key.
    @inline(__always)
    private func home(_ key: ContentHash) -> Int {
        let product = (key.low ^ secret.low).multipliedFullWidth(by: key.high ^ secret.high)
        // One product is linear in each half of the key: with one secret in 200, such as an even one, keys that differ in a few
        // bits would get few different slots. The second product mixes the bits of the first.
        let mixed = (product.high ^ product.low ^ secret.low).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return Int(truncatingIfNeeded: mixed.high ^ mixed.low) & mask
    }

    /// The largest number of slots that the search for a key of the table inspects.
    var maximumSearchLength: Int {
        var longest = 0
        for (slot, key) in keys.enumerated() where values[slot] >= 0 {
            longest = max(longest, (slot - home(key)) & mask + 1)
        }
        return longest
    }

    /// Adds a key that is not in the table.
    mutating func insert(_ key: ContentHash, _ value: Int32) {
        if (count + 1) * 4 > values.count * 3 { grow() }
        place(key, value)
        count += 1
    }

    /// Removes all keys and keeps the capacity.
    mutating func removeAll() {
        for index in values.indices { values[index] = -1 }
        count = 0
    }

    private mutating func place(_ key: ContentHash, _ value: Int32) {
        var slot = home(key)
        while values[slot] >= 0 { slot = (slot &+ 1) & mask }
        keys[slot] = key
        values[slot] = value
    }

    private mutating func grow() {
        let oldKeys = keys
        let oldValues = values
        keys = Array(repeating: ContentHash(low: 0, high: 0), count: oldKeys.count * 2)
        values = Array(repeating: -1, count: oldKeys.count * 2)
        mask = keys.count - 1
        for (key, value) in zip(oldKeys, oldValues) where value >= 0 { place(key, value) }
    }
}

extension Int {
    /// The smallest power of two that is not less than the number.
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
