// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The screen with the charts, as lines of text.
struct Dashboard {
    let steps: [HealthMetric]
    let weights: [HealthMetric]
    let weightsForDifferentials: [HealthMetric]
    let weightUnit: String

    /// - Parameter contexts: The parts to show; each fits on a terminal of 24 lines.
    func lines(_ contexts: [HealthMetricContext] = [.steps, .weight]) -> [String] {
        Array(contexts.map(part).joined(separator: [""]))
    }

    private func part(_ context: HealthMetricContext) -> [String] {
        switch context {
        case .steps:
            return days(.steps, steps, .bars, unit: "steps")
                + weekdays("Average steps by weekday", ChartMath.averageWeekdayCount(for: steps), .steps)
        case .weight:
            let changes = ChartMath.averageDailyWeightDiffs(for: weightsForDifferentials)
            return days(.weight, weights, .points, unit: weightUnit)
                + weekdays("Average change of weight by weekday (\(weightUnit))", changes, .weight, isSigned: true)
        }
    }

    private func days(
        _ context: HealthMetricContext, _ metrics: [HealthMetric], _ style: DayChart.Style, unit: String
    ) -> [String] {
        guard !metrics.isEmpty else {
            let error = STError.noData
            return ["\(context.title): \(error.errorDescription ?? "")", error.failureReason ?? ""]
        }
        let average = metrics.map(\.value).average.formatted(.number.precision(.fractionLength(context.fractionLength)))
        let count = metrics.count == 1 ? "1 day" : "\(metrics.count) days"
        return ["\(context.title): average \(average) \(unit), \(count) of the last 28"]
            + DayChart(metrics, of: DateInterval.days(28).days, style, fractionLength: context.fractionLength).lines
    }

    private func weekdays(
        _ title: String, _ values: [(weekday: Int, value: Double)], _ context: HealthMetricContext,
        isSigned: Bool = false
    ) -> [String] {
        guard !values.isEmpty else { return [] }
        let digits = context.fractionLength + (isSigned ? 1 : 0)
        return ["", title] + WeekdayChart(values: values, fractionLength: digits, isSigned: isSigned).lines
    }
}
