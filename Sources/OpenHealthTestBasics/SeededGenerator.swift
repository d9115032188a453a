// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A generator of random numbers that are the same on every machine and in every run for the same seed.
///
/// The algorithm is SplitMix64: all seeds are equally good, and creating a generator is cheap, so that each day of each type can
/// have its own.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    /// - Parameter seed: Any number; the same seed produces the same sequence.
    public init(seed: UInt64) {
        state = seed
    }

    /// Creates a generator for one of many purposes.
    /// - Parameters:
    ///   - seed: The common seed.
    ///   - stream: The purpose; sequences of different purposes are independent.
    ///   - index: The part of the purpose, such as a day.
    public init(seed: UInt64, stream: UInt64, index: UInt64) {
        var mixer = SeededGenerator(seed: seed)
        mixer.state = mixer.next() ^ stream &* 0x9FB2_1C65_1E98_DF25
        mixer.state = mixer.next() ^ index &* 0xD6E8_FEB8_6659_FD93
        state = mixer.next()
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Returns a number from 0 up to but not including 1.
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Returns a number from `low` up to but not including `high`.
    public mutating func number(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * unit()
    }

    /// Returns an integer from 0 up to but not including `bound`, which must be positive.
    public mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
