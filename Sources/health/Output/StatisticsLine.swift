// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
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
    /// The values of functions that have the unit of the type.
    var values: [StatisticsFunction: Double] = [:]
    /// The start date of the most recent sample.
    var mostRecentStart: Date?
    /// The end date of the most recent sample.
    var mostRecentEnd: Date?
    /// The seconds that samples cover; for a category's value, the seconds that belong to it alone.
    var duration: Double?
    /// For a category's value, the seconds that its samples cover, regardless of other samples.
    var reported: Double?
    var count: Int?
    /// The unit of the values; `nil` for categories.
    var unit: String?
    /// The rows of each source, if requested.
    var sources: [StatisticsLine]?

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
        return [merged] + (sources ?? [])
    }

    /// Sets the requested values of a quantity.
    /// - Parameter convert: Converts a value to the requested unit.
    mutating func set(_ figures: StatisticsFigures, _ functions: Set<StatisticsFunction>, convert: (Double) -> Double) {
        let all: [StatisticsFunction: Double?] = [
            .sum: figures.sum, .average: figures.average, .minimum: figures.minimum, .maximum: figures.maximum,
            .mostRecent: figures.mostRecent.value,
        ]
        values = all.filter { functions.contains($0.key) }.compactMapValues { $0.map(convert) }
        if functions.contains(.mostRecent) {
            mostRecentStart = Date(timeIntervalSince1970: figures.mostRecent.start)
            mostRecentEnd = Date(timeIntervalSince1970: figures.mostRecent.end)
        }
        if functions.contains(.duration) { duration = figures.duration }
        if functions.contains(.count) { count = figures.count }
    }

    /// Sets the duration and the count of a category's value.
    mutating func set(_ value: CategoryValueDuration, _ functions: Set<StatisticsFunction>) {
        if functions.contains(.duration) {
            duration = value.duration
            reported = value.reported
        }
        if functions.contains(.count) { count = value.count }
    }

    /// Returns the row with values for people: fractions as percentages.
    func shown(in unit: String?) -> StatisticsLine {
        var line = self
        line.values = values.mapValues { PercentText.shown($0, unit: unit) }
        return line
    }

    /// The value of a function as a number.
    subscript(function: StatisticsFunction) -> Double? {
        switch function {
        case .duration: duration
        case .count: count.map(Double.init)
        default: values[function]
        }
    }
}

extension BucketCoverage {
    /// The note after the label of a row, for people.
    var note: String {
        switch self {
        case .whole: ""
        case .unfinished: " (so far)"
        case .cut: " (part)"
        }
    }
}
