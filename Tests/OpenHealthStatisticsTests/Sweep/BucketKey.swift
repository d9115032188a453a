// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

@testable import OpenHealthStatistics

/// The identity of a bucket in one of the grids of a sweep.
struct BucketKey: Hashable, Comparable, CustomStringConvertible {
    /// The index of the grid.
    var grid: Int
    /// The number of the bucket.
    var index: Int

    var description: String { "bucket \(index) of grid \(grid)" }

    static func < (left: BucketKey, right: BucketKey) -> Bool {
        (left.grid, left.index) < (right.grid, right.index)
    }
}

extension StatisticsInterval {
    /// Whether the sample has no duration.
    var isInstant: Bool { start == end }

    /// The properties that are equal in repeated reports of a sample.
    var reportKey: [Double] { [Double(rank), start, end, value] }

    /// The sample as the most recent reading of its bucket.
    var reading: StatisticsFigures.Reading { .init(value: value, start: start, end: end) }

    /// A short description of the sample for messages of tests.
    var summary: String {
        "[\(start), \(end)) value \(value) rank \(rank) count \(count) grid \(grid)"
    }
}

extension [StatisticsInterval] {
    /// The samples without repeated reports of the same sample.
    var withoutRepeatedReports: [StatisticsInterval] {
        var seen: Set<[Double]> = []
        return filter { $0.isInstant || seen.insert($0.reportKey).inserted }
    }

    /// The largest absolute value, by which rounding is judged.
    var scale: Double { map { abs($0.value) }.max() ?? 0 }
}
