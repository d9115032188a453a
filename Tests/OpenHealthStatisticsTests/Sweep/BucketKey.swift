// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStatistics

/// Names a bucket of one of the grids of a sweep.
struct BucketKey: Hashable, Comparable, CustomStringConvertible {
    /// The place of the grid.
    var grid: Int
    /// The number of the bucket.
    var index: Int

    var description: String { "bucket \(index) of grid \(grid)" }

    static func < (left: BucketKey, right: BucketKey) -> Bool {
        (left.grid, left.index) < (right.grid, right.index)
    }
}

extension StatisticsInterval {
    /// Whether the sample has no length.
    var isInstant: Bool { start == end }

    /// The properties that two reports of one sample share.
    var reportKey: [Double] { [Double(rank), start, end, value] }

    /// The sample as its bucket's most recent reading.
    var reading: StatisticsFigures.Reading { .init(value: value, start: start, end: end) }

    /// The sample in few words, for messages of tests.
    var summary: String {
        "[\(start), \(end)) value \(value) rank \(rank) count \(count) grid \(grid)"
    }
}

extension [StatisticsInterval] {
    /// The samples that remain when of each stretch that was reported twice only the first report is kept.
    var withoutRepeatedReports: [StatisticsInterval] {
        var seen: Set<[Double]> = []
        return filter { $0.isInstant || seen.insert($0.reportKey).inserted }
    }

    /// The largest absolute value, to judge rounding by.
    var scale: Double { map { abs($0.value) }.max() ?? 0 }
}
