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

    /// The properties that are equal in repeated reports of a sample, apart from its purpose.
    var reportKey: [Double] { [Double(rank), start, end, value] }

    /// The sample as the most recent reading of its bucket.
    var reading: StatisticsFigures.Reading { .init(value: value, start: start, end: end) }

    /// A short description of the sample for messages of tests.
    var summary: String {
        "[\(start), \(end)) value \(value) rank \(rank) count \(count) grid \(grid) \(purpose)"
    }
}

extension [StatisticsInterval] {
    /// The samples without repeated reports of the same sample. One without a purpose is also a report of one with a purpose.
    var withoutRepeatedReports: [StatisticsInterval] {
        let withPurpose = Set(filter { $0.purpose != .unknown }.map(\.reportKey))
        var seen: Set<[Double]> = []
        return filter { sample in
            if sample.isInstant { return true }
            if sample.purpose == .unknown, withPurpose.contains(sample.reportKey) { return false }
            return seen.insert(sample.reportKey + [Double(sample.purpose.rawValue)]).inserted
        }
    }

    /// The largest absolute value, by which rounding is judged.
    var scale: Double { map { abs($0.value) }.max() ?? 0 }
}
