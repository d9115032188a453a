// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The statistics values of an interval; `nil` for values that were not requested.
package struct HKStatisticsFigures: Hashable, Sendable {
    /// The average.
    package var average: HKQuantity?
    /// The minimum.
    package var minimum: HKQuantity?
    /// The maximum.
    package var maximum: HKQuantity?
    /// The sum.
    package var sum: HKQuantity?
    /// The most recent value.
    package var mostRecent: HKQuantity?
    /// The date interval of the most recent value.
    package var mostRecentInterval: DateInterval?
    /// The time that the samples cover.
    package var duration: HKQuantity?

    /// Creates the values; `nil` for values that were not computed.
    package init(
        average: HKQuantity? = nil, minimum: HKQuantity? = nil, maximum: HKQuantity? = nil, sum: HKQuantity? = nil,
        mostRecent: HKQuantity? = nil, mostRecentInterval: DateInterval? = nil, duration: HKQuantity? = nil
    ) {
        self.average = average
        self.minimum = minimum
        self.maximum = maximum
        self.sum = sum
        self.mostRecent = mostRecent
        self.mostRecentInterval = mostRecentInterval
        self.duration = duration
    }
}

extension HKStatisticsFigures: HKArchivable {
    package var archived: Any {
        let archive: HKArchive = [
            "average": average, "minimum": minimum, "maximum": maximum, "sum": sum, "mostRecent": mostRecent,
            "mostRecentInterval": mostRecentInterval, "duration": duration,
        ]
        return archive.archived
    }
}

extension HKArchive {
    func figures(_ name: String) -> HKStatisticsFigures? {
        guard let archive = archive(name) else { return nil }
        return HKStatisticsFigures(
            average: archive.quantity("average"), minimum: archive.quantity("minimum"),
            maximum: archive.quantity("maximum"), sum: archive.quantity("sum"),
            mostRecent: archive.quantity("mostRecent"), mostRecentInterval: archive.interval("mostRecentInterval"),
            duration: archive.quantity("duration"))
    }
}
