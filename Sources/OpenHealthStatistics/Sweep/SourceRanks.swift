// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Which source counts: the best-ranked one of those that have something going on, and for how long it has been so.
///
/// Each rank has a clock that runs while the rank is the best. What a sample is due is the time that its rank's clock
/// ran during it, so nothing is done for a sample but at its beginning, its end, and at the edges of buckets.
struct SourceRanks {
    /// Samples going on, by rank.
    private var counts: ContiguousArray<Int32> = []
    /// Seconds for which the rank has been the best, since something of it began to go on.
    private var clocks: ContiguousArray<Double> = []
    /// A bit for each rank that has something going on.
    private var words: ContiguousArray<UInt64> = []
    /// The best rank that has something going on; the largest number for none.
    private(set) var best = Int32.max

    /// Returns the clock of a rank.
    @inline(__always)
    func clock(_ rank: Int32) -> Double { clocks[Int(rank)] }

    /// Lets time go by.
    @inline(__always)
    mutating func advance(_ seconds: Double) {
        if best != .max { clocks[Int(best)] += seconds }
    }

    /// Notes that a sample of a rank begins.
    @inline(__always)
    mutating func begin(_ rank: Int32) {
        let index = Int(rank)
        if index >= counts.count { grow(to: index) }
        counts[index] += 1
        if counts[index] == 1 {
            words[index >> 6] |= 1 << UInt64(index & 63)
            if rank < best { best = rank }
        }
    }

    /// Notes that a sample of a rank ends.
    @inline(__always)
    mutating func end(_ rank: Int32) {
        let index = Int(rank)
        counts[index] -= 1
        guard counts[index] == 0 else { return }
        // Small numbers are exact; a clock that is never set back would not stay small.
        clocks[index] = 0
        words[index >> 6] &= ~(1 << UInt64(index & 63))
        if rank == best { findBest(from: index >> 6) }
    }

    private mutating func findBest(from word: Int) {
        for index in word..<words.count where words[index] != 0 {
            best = Int32(index << 6 + words[index].trailingZeroBitCount)
            return
        }
        best = .max
    }

    private mutating func grow(to index: Int) {
        counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count))
        clocks.append(contentsOf: repeatElement(0, count: index + 1 - clocks.count))
        words.append(contentsOf: repeatElement(0, count: index >> 6 + 1 - words.count))
    }
}
