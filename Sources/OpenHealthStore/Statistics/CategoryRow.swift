// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// The durations of the values of a category in one bucket.
public struct CategoryRow: Sendable, Hashable {
    /// The start of the bucket; without buckets, the start of the range or of the earliest sample.
    public var start: Date
    /// The end of the bucket; without buckets, the end of the range or of the latest sample.
    public var end: Date
    /// The values in ascending order of their raw values; never empty.
    public var values: [CategoryValueDuration]
    /// The number of seconds that samples cover, which is the sum of the durations.
    public var covered: Double
}

/// An interval with one value of a category, and the source of the value.
public struct CategoryStretch: Sendable, Hashable {
    /// The start of the interval.
    public var from: Date
    /// The end of the interval.
    public var to: Date
    /// The raw value of the category.
    public var value: Int
    /// The source.
    public var source: StatisticsSource
}
