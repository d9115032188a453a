// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// The figures of one bucket, in the canonical unit of the type.
public struct StatisticsRow: Sendable, Hashable {
    /// The beginning of the bucket; where there are no buckets, of the range or else the earliest sample.
    public var start: Date
    /// The end of the bucket; where there are no buckets, of the range or else the latest sample.
    public var end: Date
    /// The figures over all sources.
    public var figures: StatisticsFigures
    /// Each source's own figures, the best source first; nil unless they were asked for.
    public var sources: [SourceStatistics]?

    /// Creates a row; see the properties.
    public init(start: Date, end: Date, figures: StatisticsFigures, sources: [SourceStatistics]? = nil) {
        self.start = start
        self.end = end
        self.figures = figures
        self.sources = sources
    }
}

/// The figures of one source in one bucket, as if there were no other.
public struct SourceStatistics: Sendable, Hashable {
    /// The source.
    public var source: StatisticsSource
    /// Its figures.
    public var figures: StatisticsFigures

    /// Creates the figures of a source; see the properties.
    public init(source: StatisticsSource, figures: StatisticsFigures) {
        self.source = source
        self.figures = figures
    }
}
