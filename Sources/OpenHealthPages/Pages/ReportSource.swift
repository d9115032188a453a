// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// The data that a report is made of: those of a store, or those that the pages may see.
protocol ReportSource {
    /// Returns the figures of the buckets with samples, in the canonical unit of the type; without buckets, those of the period.
    func figures(
        of type: HKQuantityType, in period: DateInterval, buckets: CivilBuckets?
    ) throws -> [ReportFigures]
    /// Returns the seconds asleep of the buckets with sleep.
    func asleep(in period: DateInterval, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)]
    /// Returns the measurements of blood pressure, newest first.
    func bloodPressures(in period: DateInterval) throws -> [HKCorrelation]
    /// Returns the names of the medications that the person takes.
    func medications() throws -> [String]
    /// Returns a characteristic of the person as exports write it; nil if it is unknown.
    func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String?
    /// Returns the unit in which the person reads a type.
    func unit(of type: HKQuantityType, in locale: Locale) throws -> HKUnit
}

/// The figures of a type in a bucket, in the canonical unit of the type.
struct ReportFigures: Sendable {
    var start: Date
    var sum: Double?
    var average: Double?
    var minimum: Double?
    var maximum: Double?

    /// The figure of the bucket: the sum of cumulative types, the average of others.
    var value: Double? { sum ?? average }
}
