// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// The durations of the values of a category in one bucket.
public struct CategoryRow: Sendable, Hashable {
    /// The beginning of the bucket; where there are no buckets, of the range or else the earliest sample.
    public var start: Date
    /// The end of the bucket; where there are no buckets, of the range or else the latest sample.
    public var end: Date
    /// The values that were reported, from the least raw value to the greatest; never empty.
    public var values: [CategoryValueDuration]
    /// The seconds that samples cover: what the durations add up to.
    public var covered: Double

    /// Creates a row; see the properties.
    public init(start: Date, end: Date, values: [CategoryValueDuration], covered: Double) {
        self.start = start
        self.end = end
        self.values = values
        self.covered = covered
    }
}

/// A stretch of time that belongs to one value of a category, and the source that says so.
public struct CategoryStretch: Sendable, Hashable {
    /// The beginning.
    public var from: Date
    /// The end.
    public var to: Date
    /// The raw value of the category.
    public var value: Int
    /// The source.
    public var source: StatisticsSource

    /// Creates an interval; see the properties.
    public init(from: Date, to: Date, value: Int, source: StatisticsSource) {
        self.from = from
        self.to = to
        self.value = value
        self.source = source
    }
}
