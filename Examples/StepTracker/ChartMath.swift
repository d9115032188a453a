// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The computations of the charts. Days without data are left out; they are not zeros.
struct ChartMath {
    /// Returns the mean for each weekday that has data.
    static func averageWeekdayCount(for metrics: [HealthMetric]) -> [(weekday: Int, value: Double)] {
        let byWeekday = Dictionary(grouping: metrics) { Calendar.current.component(.weekday, from: $0.date) }
        return byWeekday.sorted { $0.key < $1.key }.map { weekday, metrics in
            (weekday, metrics.map(\.value).average)
        }
    }

    /// Returns the mean change of the weight on each weekday.
    ///
    /// Only days that follow a day with a weight count: a change over a longer gap belongs to no weekday.
    static func averageDailyWeightDiffs(for weights: [HealthMetric]) -> [(weekday: Int, value: Double)] {
        guard weights.count > 1 else { return [] }

        var diffValues: [HealthMetric] = []
        for i in 1..<weights.count {
            guard Calendar.current.date(byAdding: .day, value: 1, to: weights[i - 1].date) == weights[i].date else {
                continue
            }
            diffValues.append(.init(date: weights[i].date, value: weights[i].value - weights[i - 1].value))
        }
        return averageWeekdayCount(for: diffValues)
    }
}
