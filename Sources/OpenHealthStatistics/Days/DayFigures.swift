// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The rules by which the samples of a type make the figure of a day. Pages, reports, insights, the tool and the API use them.
public enum DayFigures {
    /// The types of which a person takes a measurement: a weighing is final at once, so that its day is never unfinished.
    package static let measuredTypes: Set<String> = Set(
        [
            HKQuantityTypeIdentifier.bodyMass, .bodyMassIndex, .bodyFatPercentage, .leanBodyMass, .height,
            .waistCircumference, .bodyTemperature, .basalBodyTemperature, .bloodPressureSystolic,
            .bloodPressureDiastolic, .vo2Max, .peakExpiratoryFlowRate, .forcedVitalCapacity,
            .forcedExpiratoryVolume1, .sixMinuteWalkTestDistance, .bloodAlcoholContent,
        ].map(\.rawValue))

    /// The types with one figure for a day, whose samples last until the figure is known, also after midnight: a sample belongs to the
    /// day, week, month or year in which it begins, also with its part after the end. Hours and minutes contain parts of a sample, as of
    /// other types.
    public static let wholeTypes: Set<String> = Set(
        [HKQuantityTypeIdentifier.restingHeartRate, .walkingHeartRateAverage].map(\.rawValue))

    /// Whether the figure of a type in a bucket counts only the samples that begin in the bucket: that of ``wholeTypes`` in days and longer.
    package static func countsWholeSamples(of type: String, in buckets: CivilBuckets?) -> Bool {
        guard let interval = buckets?.interval, wholeTypes.contains(type) else { return false }
        return (interval.day ?? 0) + (interval.weekOfYear ?? 0) + (interval.month ?? 0) + (interval.year ?? 0) > 0
    }
}

/// The days of a type whose figures are final. Only these count in averages, extremes and comparisons.
///
/// Days are numbers: the civil days since 1970-01-01.
package struct FinishedDays: Sendable, Hashable {
    /// The first day that is not final.
    package let end: Int

    /// Creates the days of a type until the present.
    /// - Parameters:
    ///   - type: the identifier of the type.
    ///   - today: the day of the present moment.
    ///   - dataEnd: the day on which the data of the type end, such as that of their export; nil if they go on.
    package init(of type: String, today: Int, dataEnd: Int?) {
        end = DayFigures.measuredTypes.contains(type) ? today + 1 : min(today, dataEnd ?? today)
    }

    /// Returns whether the figure of a day is final.
    package func contains(_ day: Int) -> Bool { day < end }
}

extension BucketCoverage {
    /// Creates the coverage of a bucket of a type: a day of measurements that a person takes is never unfinished.
    package init(
        of bucket: (start: Double, end: Double), type: String, edges: [Double], now: Double, dataEnd: Double?
    ) {
        // A day has up to 25 hours, or 26 with an hour of daylight saving time more.
        guard DayFigures.measuredTypes.contains(type), bucket.end - bucket.start <= 26 * 3600 else {
            self.init(of: bucket, edges: edges, now: now, dataEnd: dataEnd)
            return
        }
        self.init(of: bucket, edges: edges, now: .infinity, dataEnd: nil)
    }
}
