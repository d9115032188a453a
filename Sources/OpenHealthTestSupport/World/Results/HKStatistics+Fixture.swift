// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKStatistics {
    /// Creates statistics as a query returns them.
    ///
    /// Values are in the unit that is given; what is nil was not asked for.
    /// - Parameters:
    ///   - identifier: the type.
    ///   - unit: the unit of the values; the canonical unit of the type where it is left out.
    ///   - start: the beginning of the interval; now where it is left out.
    ///   - end: the end of the interval; a day later where it is left out.
    ///   - sum: what `sumQuantity()` gives.
    ///   - average: what `averageQuantity()` gives.
    ///   - minimum: what `minimumQuantity()` gives.
    ///   - maximum: what `maximumQuantity()` gives.
    ///   - mostRecent: what `mostRecentQuantity()` gives.
    ///   - mostRecentInterval: when the last value was measured; the end where it is left out and there is a last value.
    ///   - duration: how many seconds the samples cover.
    ///   - sources: what each source has, where figures were asked for by source; figures of its own are made the same way.
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
