// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The durations of the values of a category for a participant and a day: a row of the table `durations`.
///
/// A day is a civil day in the home time zone. For sleep, it is the night from 18:00 on the previous day to 18:00.
package struct DurationDay: Hashable, Sendable {
    /// The durations of one value.
    package struct Value: Hashable, Sendable {
        /// The raw value of the category.
        package var category: Int32
        /// The number of seconds that are attributed to the value.
        package var duration: Double
        /// The number of seconds that were reported for the value, regardless of other values.
        package var reported: Double
    }

    /// The identifier of the type.
    package var type: String
    /// The day, in the participant's home time zone.
    package var day: CohortDay
    /// The reported values, in ascending order.
    package var values: [Value]

    /// Writes the columns after the version and digest.
    package func writeContent(to rows: inout RowBinaryWriter) {
        rows.write(values.map(\.category))
        rows.write(values.map(\.duration))
        rows.write(values.map(\.reported))
    }

    /// The hour at which nights begin and end, which is the same as in `health statistics`.
    private static let evening = 18

    /// Returns the buckets for the values of a type. The index of a bucket is the number of the day.
    package static func buckets(of type: String, in zone: TimeZone) throws -> CivilBuckets {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let isNightly = type == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        let anchor =
            isNightly
            ? CivilTime.instant(civilSeconds: Double(evening * 3600 - 86_400), in: zone)
            : CivilTime.startOfDay(0, in: zone)
        return try CivilBuckets(
            anchor: Date(timeIntervalSince1970: anchor), interval: DateComponents(day: 1), calendar: calendar)
    }
}

extension HealthDatabase {
    /// Returns the days of a category, in order, and the number of samples that aren't on any of the days, because they start
    /// before 1970 or after 2105.
    /// - Parameter type: The identifier of a category type.
    /// - Throws: A `StoreError`.
    package func durationDays(type: String, in zone: TimeZone) throws -> (days: [DurationDay], leftOut: Int) {
        let buckets = try DurationDay.buckets(of: type, in: zone)
        let range = buckets.bounds(of: 0).start..<buckets.bounds(of: HomeDays.count).start
        let rows = try categoryDurations(
            type: type, to: Date(timeIntervalSince1970: range.upperBound), buckets: buckets)
        let days = rows.compactMap { row in
            CohortDay(number: buckets.index(containing: row.start.timeIntervalSince1970)).map { day in
                DurationDay(
                    type: type, day: day,
                    values: row.values.map {
                        DurationDay.Value(
                            category: Int32(clamping: $0.value), duration: $0.duration, reported: $0.reported)
                    })
            }
        }
        return (days, try sampleCount(type: type, startingOutside: range))
    }
}
