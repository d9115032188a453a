// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because its superclass is; all it stores is immutable and Sendable itself.
/// A sample of a type that does not add up, such as a heart rate: one measurement, or a series with its figures.
///
/// ``HKQuantitySample/init(type:quantity:start:end:)`` gives one of these for such types.
public class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The smallest measurement of the series.
    public let minimumQuantity: HKQuantity
    /// The largest measurement of the series.
    public let maximumQuantity: HKQuantity
    /// The last measurement of the series.
    public let mostRecentQuantity: HKQuantity
    /// When the last measurement was made.
    public let mostRecentQuantityDateInterval: DateInterval

    /// The average of the series; the same as ``HKQuantitySample/quantity``.
    public var averageQuantity: HKQuantity { quantity }

    /// Creates a sample with one value. Only a store can, since only a store has fields.
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

    /// Creates a series from stored parts.
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

    /// Writes the sample to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(minimumQuantity, "minimum")
        archive.set(maximumQuantity, "maximum")
        archive.set(mostRecentQuantity, "mostRecent")
        archive.set(mostRecentQuantityDateInterval, "mostRecentInterval")
        coder.encode(archive, forKey: "HKDiscreteQuantitySample")
    }

    /// Reads a sample from an archive, or gives nil where the archive does not hold one.
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
