// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// The statistics of one bucket, in the canonical unit of the type.
public struct StatisticsRow: Sendable, Hashable {
    /// The start of the bucket; without buckets, the start of the range or of the earliest sample.
    public var start: Date
    /// The end of the bucket; without buckets, the end of the range or of the latest sample.
    public var end: Date
    /// The statistics over all sources.
    public var figures: StatisticsFigures
    /// The statistics of each source, highest priority first; nil unless they were requested.
    public var sources: [SourceStatistics]?
    /// The number of figures of hours, days or longer intervals in ``figures``, which phones pushed for times without samples.
    package var aggregates = 0
}

/// The statistics of one source in one bucket, without regard to other sources.
public struct SourceStatistics: Sendable, Hashable {
    /// The source.
    public var source: StatisticsSource
    /// The statistics of the source.
    public var figures: StatisticsFigures
}
