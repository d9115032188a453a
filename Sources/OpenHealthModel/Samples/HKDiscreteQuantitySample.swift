// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; all stored properties are immutable and Sendable.
/// A sample of a discrete type, such as heart rate: one measurement, or a series with its statistics.
///
/// ``HKQuantitySample/init(type:quantity:start:end:)`` returns an instance of this class for discrete types.
public class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The smallest measurement of the series.
    public let minimumQuantity: HKQuantity
    /// The largest measurement of the series.
    public let maximumQuantity: HKQuantity
    /// The last measurement of the series.
    public let mostRecentQuantity: HKQuantity
    /// The date interval of the last measurement.
    public let mostRecentQuantityDateInterval: DateInterval

    /// The average of the series; the same as ``HKQuantitySample/quantity``.
    public var averageQuantity: HKQuantity { quantity }

    /// Creates a sample with one value. Only stores call this initializer, because only stores create fields.
    public override init(
        quantityType: HKQuantityType, quantity: HKQuantity, count: Int, startDate: Date, endDate: Date,
        fields: HKObjectFields
    ) {
        minimumQuantity = quantity
        maximumQuantity = quantity
        mostRecentQuantity = quantity
        mostRecentQuantityDateInterval = DateInterval(start: startDate, end: max(startDate, endDate))
        super.init(
            quantityType: quantityType, quantity: quantity, count: count, startDate: startDate, endDate: endDate,
            fields: fields)
    }

    /// Creates a series from stored fields.
    package init(
        quantityType: HKQuantityType, average: HKQuantity, minimum: HKQuantity, maximum: HKQuantity,
        mostRecent: HKQuantity, mostRecentInterval: DateInterval, count: Int, startDate: Date, endDate: Date,
        fields: HKObjectFields
    ) {
        minimumQuantity = minimum
        maximumQuantity = maximum
        mostRecentQuantity = mostRecent
        mostRecentQuantityDateInterval = mostRecentInterval
        super.init(
            quantityType: quantityType, quantity: average, count: count, startDate: startDate, endDate: endDate,
            fields: fields)
    }

    /// Encodes the sample.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            [
                "minimum": minimumQuantity, "maximum": maximumQuantity, "mostRecent": mostRecentQuantity,
                "mostRecentInterval": mostRecentQuantityDateInterval,
            ], forKey: "HKDiscreteQuantitySample")
    }

    /// Creates a sample from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKDiscreteQuantitySample"),
            let minimum = archive.quantity("minimum"), let maximum = archive.quantity("maximum"),
            let mostRecent = archive.quantity("mostRecent"), let interval = archive.interval("mostRecentInterval")
        else { return nil }
        minimumQuantity = minimum
        maximumQuantity = maximum
        mostRecentQuantity = mostRecent
        mostRecentQuantityDateInterval = interval
        super.init(coder: coder)
    }
}
