// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// One row of statistics: a bucket's figures over all sources, those of one source, or those of a category's value.
struct StatisticsLine {
    /// The identifier of the type.
    var type: String
    /// Where the bucket begins.
    var start: Date
    /// Where the bucket ends.
    var end: Date
    /// Whether the bucket is whole.
    var coverage = BucketCoverage.whole
    /// The beginning for people; nil below a row of the same bucket.
    var label: String?
    /// The short name of a category's value.
    var value: String?
    /// The raw value of a category.
    var rawValue: Int?
    /// The source whose own figures these are; nil for all sources.
    var source: StatisticsSource?
    /// The figures.
    var figures: ShownFigures
    /// The unit of the values; nil for categories.
    var unit: String?
    /// The figures of each source, where they were asked for.
    var sources: [(source: StatisticsSource, figures: ShownFigures)]?

    /// The beginning for people, with a note where the bucket is not whole.
    var notedLabel: String? { label.map { $0 + coverage.note } }
    /// The name of a category's value, such as `HKCategoryValueSleepAnalysisAsleepCore`.
    var valueName: String? {
        guard let rawValue, let enumeration = HealthTypes.named(type)?.valueEnum else { return nil }
        return HealthEnums.caseName(ofEnum: enumeration, rawValue: rawValue)
    }

    /// The row and below it one for each source.
    var withSourceLines: [StatisticsLine] {
        var merged = self
        merged.sources = nil
        return [merged]
            + (sources ?? []).map { source, figures in
                var line = merged
                line.label = nil
                line.source = source
                line.figures = figures
                return line
            }
    }
}
