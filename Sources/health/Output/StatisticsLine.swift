// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// A row of statistics: the values of a bucket over all sources, of a single source, or of a category's value.
struct StatisticsLine {
    /// The identifier of the type.
    var type: String
    /// The start of the bucket.
    var start: Date
    /// The end of the bucket.
    var end: Date
    /// The coverage of the bucket.
    var coverage = BucketCoverage.whole
    /// The label for people; `nil` below another row of the same bucket.
    var label: String?
    /// The short name of a category's value.
    var value: String?
    /// The raw value of a category.
    var rawValue: Int?
    /// The source of the values; `nil` for all sources.
    var source: StatisticsSource?
    /// The statistics values.
    var figures: ShownFigures
    /// The unit of the values; `nil` for categories.
    var unit: String?
    /// The values of each source, if requested.
    var sources: [(source: StatisticsSource, figures: ShownFigures)]?

    /// The label for people, with a note if the bucket is incomplete.
    var notedLabel: String? { label.map { $0 + coverage.note } }
    /// The name of a category's value, such as `HKCategoryValueSleepAnalysisAsleepCore`.
    var valueName: String? {
        guard let rawValue, let enumeration = HealthTypes.named(type)?.valueEnum else { return nil }
        return HealthEnums.caseName(ofEnum: enumeration, rawValue: rawValue)
    }

    /// The row, followed by a row for each source.
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
