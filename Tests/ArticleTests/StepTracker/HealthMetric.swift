// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// A day of a chart.
struct HealthMetric: Identifiable {
    let id = UUID()
    let date: Date
    let value: Double
}

/// The data of a screen.
enum HealthMetricContext: Hashable {
    case steps, weight

    var title: String { self == .steps ? "Steps" : "Weight" }
}

/// The part of the queries that the article leaves out: the last days, until the end of today.
func lastDays(
    _ days: Int, of identifier: HKQuantityTypeIdentifier, options: HKStatisticsOptions
) -> HKStatisticsCollectionQueryDescriptor {
    let calendar = Calendar.current
    let endDate = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: .now))!
    let startDate = calendar.date(byAdding: .day, value: -days, to: endDate)
    return HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(
            type: HKQuantityType(identifier),
            predicate: HKQuery.predicateForSamples(withStart: startDate, end: endDate)),
        options: options, anchorDate: endDate, intervalComponents: .init(day: 1))
}
