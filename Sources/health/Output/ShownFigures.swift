// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// The requested statistics values in the requested unit.
struct ShownFigures {
    var sum: Double?
    var average: Double?
    var minimum: Double?
    var maximum: Double?
    var mostRecent: Double?
    /// The start date of the most recent sample.
    var mostRecentStart: Date?
    /// The end date of the most recent sample.
    var mostRecentEnd: Date?
    /// The seconds that samples cover; for a category's value, the seconds that belong to it alone.
    var duration: Double?
    /// For a category's value, the seconds that its samples cover, regardless of other samples.
    var reported: Double?
    var count: Int?

    /// No values, for rows without samples.
    static let none = ShownFigures()

    private init() {}

    /// Creates the requested values.
    /// - Parameter convert: Converts a value to the requested unit.
    init(_ figures: StatisticsFigures, _ functions: Set<StatisticsFunction>, convert: (Double) -> Double) {
        func shown(_ function: StatisticsFunction, _ value: Double?) -> Double? {
            functions.contains(function) ? value.map(convert) : nil
        }
        sum = shown(.sum, figures.sum)
        average = shown(.average, figures.average)
        minimum = shown(.minimum, figures.minimum)
        maximum = shown(.maximum, figures.maximum)
        if functions.contains(.mostRecent) {
            mostRecent = convert(figures.mostRecent.value)
            mostRecentStart = Date(timeIntervalSince1970: figures.mostRecent.start)
            mostRecentEnd = Date(timeIntervalSince1970: figures.mostRecent.end)
        }
        if functions.contains(.duration) { duration = figures.duration }
        if functions.contains(.count) { count = figures.count }
    }

    /// Creates the duration and the count of a category's value.
    init(_ value: CategoryValueDuration, _ functions: Set<StatisticsFunction>) {
        if functions.contains(.duration) {
            duration = value.duration
            reported = value.reported
        }
        if functions.contains(.count) { count = value.count }
    }

    /// Returns the values for people, with fractions as percentages.
    func shown(in unit: String?) -> ShownFigures {
        func shown(_ value: Double?) -> Double? { value.map { PercentText.shown($0, unit: unit) } }
        var figures = self
        figures.sum = shown(sum)
        figures.average = shown(average)
        figures.minimum = shown(minimum)
        figures.maximum = shown(maximum)
        figures.mostRecent = shown(mostRecent)
        return figures
    }

    /// The value of a function as a number.
    subscript(function: StatisticsFunction) -> Double? {
        switch function {
        case .sum: sum
        case .average: average
        case .minimum: minimum
        case .maximum: maximum
        case .mostRecent: mostRecent
        case .duration: duration
        case .count: count.map(Double.init)
        }
    }
}
