// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// SipHash-2-4 with a key of 128 bits and a result of 128 bits: a pseudorandom function for short inputs
/// (Aumasson and Bernstein, 2012).
///
/// The input consists of 64-bit words. The state after a common prefix can be copied to avoid hashing the prefix again.
struct SipHash: Sendable {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64
    /// The number of bytes added so far.
    private var count: UInt64 = 0

    /// Creates a hash with a key.
    @inline(__always)
    init(_ key: SipKey) {
        v0 = key.low ^ 0x736f_6d65_7073_6575
        v1 = key.high ^ 0x646f_7261_6e64_6f6d ^ 0xee
        v2 = key.low ^ 0x6c79_6765_6e65_7261
        v3 = key.high ^ 0x7465_6462_7974_6573
    }

    /// Adds eight bytes in little-endian order.
    @inline(__always)
    mutating func combine(_ word: UInt64) {
        compress(word)
        count &+= 8
    }

    /// Returns the hash of the added bytes.
    @inline(__always)
    func finish() -> ContentHash { finish(rest: 0, 0) }

    /// Returns the lower half of the hash of the added bytes, which takes less time than the entire hash.
    @inline(__always)
    func finishLow() -> UInt64 {
        var state = self
        state.compress(count << 56)
        state.v2 ^= 0xee
        for _ in 0..<4 { state.round() }
        return state.v0 ^ state.v1 ^ state.v2 ^ state.v3
    }

    /// Returns the hash of the added bytes and up to seven more.
    @inline(__always)
    private func finish(rest: UInt64, _ length: UInt64) -> ContentHash {
        var state = self
        state.compress((count &+ length) << 56 | rest)
        state.v2 ^= 0xee
        for _ in 0..<4 { state.round() }
        let low = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
        state.v1 ^= 0xdd
        for _ in 0..<4 { state.round() }
        return ContentHash(low: low, high: state.v0 ^ state.v1 ^ state.v2 ^ state.v3)
    }

    /// Returns the hash of some bytes.
    static func hash(_ bytes: some Collection<UInt8>, _ key: SipKey) -> ContentHash {
        var hash = SipHash(key)
        var word: UInt64 = 0
        var filled: UInt64 = 0
        for byte in bytes {
            word |= UInt64(byte) << (8 * filled)
            filled += 1
            if filled == 8 {
                hash.combine(word)
                (word, filled) = (0, 0)
            }
        }
        return hash.finish(rest: word, filled)
    }

    @inline(__always)
    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v1 = v1 << 13 | v1 >> 51
        v1 ^= v0
        v0 = v0 << 32 | v0 >> 32
        v2 &+= v3
        v3 = v3 << 16 | v3 >> 48
        v3 ^= v2
        v0 &+= v3
        v3 = v3 << 21 | v3 >> 43
        v3 ^= v0
        v2 &+= v1
        v1 = v1 << 17 | v1 >> 47
        v1 ^= v2
        v2 = v2 << 32 | v2 >> 32
    }
}

/// A key of 128 bits.
package struct SipKey: Hashable, Sendable {
    var low: UInt64
    var high: UInt64

    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Creates a key from 16 bytes. Returns nil for another number of bytes.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        func word(_ part: some Collection<UInt8>) -> UInt64 { part.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(low: word(bytes.prefix(8)), high: word(bytes.dropFirst(8)))
    }

    /// Returns a key derived for a purpose, which does not disclose this key.
    func derived(_ purpose: String) -> SipKey {
        let hash = SipHash.hash(Array(purpose.utf8), self)
        return SipKey(low: hash.low, high: hash.high)
    }

    /// Returns the 16 bytes of a new key from the system's random number generator.
    static func random() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
