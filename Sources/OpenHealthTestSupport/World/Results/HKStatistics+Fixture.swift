// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKStatistics {
    /// Creates statistics in the form that a query returns.
    ///
    /// The values are in the given unit; nil values were not requested.
    /// - Parameters:
    ///   - identifier: The type.
    ///   - unit: The unit of the values; by default the canonical unit of the type.
    ///   - start: The start of the interval; by default now.
    ///   - end: The end of the interval; by default a day later.
    ///   - sum: The value of `sumQuantity()`.
    ///   - average: The value of `averageQuantity()`.
    ///   - minimum: The value of `minimumQuantity()`.
    ///   - maximum: The value of `maximumQuantity()`.
    ///   - mostRecent: The value of `mostRecentQuantity()`.
    ///   - mostRecentInterval: The date interval of the most recent value; by default the end of the interval, if there is a most
    ///     recent value.
    ///   - duration: The duration of the samples in seconds.
    ///   - sources: The values of each source, if statistics are separated by source; they are created in the same way.
    public static func fixture(
        _ identifier: HKQuantityTypeIdentifier, unit: HKUnit? = nil, start: Date = Date(), end: Date? = nil,
        sum: Double? = nil, average: Double? = nil, minimum: Double? = nil, maximum: Double? = nil,
        mostRecent: Double? = nil, mostRecentInterval: DateInterval? = nil, duration: TimeInterval? = nil,
        sources: [HKSource: HKStatistics]? = nil
    ) -> HKStatistics {
        let type = HKQuantityType(identifier)
        let end = end ?? start + 86_400
        func quantity(_ value: Double?) -> HKQuantity? {
            value.map { HKQuantity(unit: unit ?? type.canonicalUnit, doubleValue: $0) }
        }
        let figures = HKStatisticsFigures(
            average: quantity(average), minimum: quantity(minimum), maximum: quantity(maximum), sum: quantity(sum),
            mostRecent: quantity(mostRecent),
            mostRecentInterval: mostRecentInterval ?? mostRecent.map { _ in DateInterval(start: end, end: end) },
            duration: duration.map { HKQuantity(unit: .second(), doubleValue: $0) })
        let bySource = sources?.sorted { $0.key.bundleIdentifier < $1.key.bundleIdentifier }
        return HKStatistics(
            quantityType: type, startDate: start, endDate: end, figures: figures,
            figuresBySource: bySource?.map { ($0.key, $0.value.figures) })
    }
}
