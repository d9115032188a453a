// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The ranks of the sources that have samples at the current time, for each purpose of samples; see ``EventRule/hasPurposes``.
///
/// Samples of a purpose are compared with those of the same purpose and with those without one. Samples without a purpose are compared
/// with all.
struct PurposeRanks {
    typealias Purpose = StatisticsInterval.Purpose

    private var all = SourceRanks()
    private var (basal, bolus) = (SourceRanks(), SourceRanks())
    private let hasPurposes: Bool

    init(for rule: EventRule) { hasPurposes = rule.hasPurposes }

    /// Returns the clock of a rank for samples of a purpose.
    @inline(__always)
    func clock(_ rank: Int32, _ purpose: Purpose) -> Double {
        guard hasPurposes else { return all.clock(rank) }
        switch purpose {
        case .unknown: return all.clock(rank)
        case .basal: return basal.clock(rank)
        case .bolus: return bolus.clock(rank)
        }
    }

    /// Returns the best rank with current samples that samples of a purpose are compared with; the maximum integer if there is none.
    @inline(__always)
    func best(for purpose: Purpose) -> Int32 {
        guard hasPurposes else { return all.best }
        switch purpose {
        case .unknown: return all.best
        case .basal: return basal.best
        case .bolus: return bolus.best
        }
    }

    /// Advances the clocks of the best ranks.
    @inline(__always)
    mutating func advance(_ seconds: Double) {
        all.advance(seconds)
        guard hasPurposes else { return }
        basal.advance(seconds)
        bolus.advance(seconds)
    }

    /// Records that a sample starts.
    @inline(__always)
    mutating func begin(_ rank: Int32, _ purpose: Purpose) {
        all.begin(rank)
        guard hasPurposes else { return }
        if purpose.canBe(.basal) { basal.begin(rank) }
        if purpose.canBe(.bolus) { bolus.begin(rank) }
    }

    /// Records that a sample ends.
    @inline(__always)
    mutating func end(_ rank: Int32, _ purpose: Purpose) {
        all.end(rank)
        guard hasPurposes else { return }
        if purpose.canBe(.basal) { basal.end(rank) }
        if purpose.canBe(.bolus) { bolus.end(rank) }
    }

    /// The purposes whose samples are compared separately.
    var purposes: [Purpose] { hasPurposes ? Purpose.allCases : [.unknown] }
}

/// The ranks of the sources that have samples at the current time, with the durations for which each was the best.
///
/// Each rank has a clock that runs while the rank is the best. A sample counts for the time that its rank's clock ran during the
/// sample, so work is only needed at the start and the end of a sample and at the edges of buckets.
struct SourceRanks {
    /// The number of current samples by rank.
    private var counts: ContiguousArray<Int32> = []
    /// The seconds for which the rank has been the best since its first current sample started.
    private var clocks: ContiguousArray<Double> = []
    /// A bit for each rank with current samples.
    private var words: ContiguousArray<UInt64> = []
    /// The best rank with current samples; the maximum integer if there is none.
    private(set) var best = Int32.max

    /// Returns the clock of a rank.
    @inline(__always)
    func clock(_ rank: Int32) -> Double { clocks[Int(rank)] }

    /// Advances the clock of the best rank.
    @inline(__always)
    mutating func advance(_ seconds: Double) {
        if best != .max { clocks[Int(best)] += seconds }
    }

    /// Records that a sample of a rank starts.
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

    /// Records that a sample of a rank ends.
    @inline(__always)
    mutating func end(_ rank: Int32) {
        let index = Int(rank)
        counts[index] -= 1
        guard counts[index] == 0 else { return }
        // Resetting the clock keeps its value small and therefore exact.
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
