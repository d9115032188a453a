// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// The figures that were asked for, in the unit that was asked for.
struct ShownFigures {
    var sum: Double?
    var average: Double?
    var minimum: Double?
    var maximum: Double?
    var mostRecent: Double?
    /// When the most recent sample began.
    var mostRecentStart: Date?
    /// When the most recent sample ended.
    var mostRecentEnd: Date?
    /// The seconds that samples cover; of a category's value, those that belong to it alone.
    var duration: Double?
    /// Of a category's value, the seconds that samples of it cover, whatever others say.
    var reported: Double?
    var count: Int?

    /// No figures, for rows without samples.
    static let none = ShownFigures()

    private init() {}

    /// Those of the figures that are asked for.
    /// - Parameter convert: gives a value in the unit that was asked for.
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

    /// The duration and the count of a category's value.
    init(_ value: CategoryValueDuration, _ functions: Set<StatisticsFunction>) {
        if functions.contains(.duration) {
            duration = value.duration
            reported = value.reported
        }
        if functions.contains(.count) { count = value.count }
    }

    /// The figures as people read them, for whom fractions are percentages.
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

    /// One of the figures as a number.
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
