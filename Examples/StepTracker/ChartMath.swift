// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the charts compute.
struct ChartMath {
    /// How much the weight changed on each weekday, on average.
    static func averageDailyWeightDiffs(for weights: [HealthMetric]) -> [(weekday: Int, change: Double)] {
        var diffValues: [(date: Date, value: Double)] = []

        guard weights.count > 1 else { return [] }

        for i in 1..<weights.count {
            let date = weights[i].date
            let diff = weights[i].value - weights[i - 1].value
            diffValues.append((date: date, value: diff))
        }

        let byWeekday = Dictionary(grouping: diffValues) { Calendar.current.component(.weekday, from: $0.date) }
        return byWeekday.sorted { $0.key < $1.key }.map { weekday, diffs in
            (weekday, diffs.map(\.value).reduce(0, +) / Double(diffs.count))
        }
    }
}
