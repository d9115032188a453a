// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// The requested statistics values in the requested unit.
struct ShownFigures {
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

    /// No values, for rows without samples.
    static let none = ShownFigures()

    private init() {}

    /// Creates the requested values.
    /// - Parameter convert: Converts a value to the requested unit.
    init(_ figures: StatisticsFigures, _ functions: Set<StatisticsFunction>, convert: (Double) -> Double) {
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
        var figures = self
        figures.values = values.mapValues { PercentText.shown($0, unit: unit) }
        return figures
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
