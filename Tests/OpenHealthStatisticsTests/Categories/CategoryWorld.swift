// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestBasics

/// A few random samples over some seconds, and the buckets for them.
struct CategoryWorld {
    static let end = 90

    var samples: [CategoryInterval] = []
    var isSleep: Bool
    var edges: [Int]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        isSleep = random.below(3) > 0
        edges = [0]
        // Some buckets are empty.
        while edges[edges.count - 1] < Self.end { edges.append(edges[edges.count - 1] + random.below(40)) }
        let sources = 1 + random.below(3)
        let values = 1 + random.below(7)
        let longest = 1 + random.below(40)
        for _ in 0..<random.below(16) {
            if let last = samples.last, random.below(8) == 0 {
                samples.append(last)
                continue
            }
            let start = random.below(Self.end)
            let end = random.below(5) == 0 ? start : min(Self.end, start + random.below(longest))
            samples.append(
                CategoryInterval(
                    start: Double(start), end: Double(end), value: random.below(values),
                    rank: Int32(random.below(sources))))
        }
        shuffle(using: &random)
    }

    var precedence: CategoryPrecedence {
        let type: HKCategoryTypeIdentifier = isSleep ? .sleepAnalysis : .mindfulSession
        return .standard(for: type.rawValue)
    }

    var grid: CategoryEdges { CategoryEdges(edges.map(Double.init)) }

    /// Shuffles the samples, keeping them in order of their start.
    mutating func shuffle(using random: inout SeededGenerator) {
        samples.shuffle(using: &random)
        samples.sort { $0.start < $1.start }
    }

    /// The results of the oracle by bucket.
    var expected: [CategoryBucket] {
        let oracle = CategoryOracle(samples, isSleep: isSleep)
        return (0..<edges.count - 1).compactMap { oracle.bucket(index: $0, from: edges[$0], to: edges[$0 + 1]) }
    }
}
