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

extension HKArchive {
    mutating func set(_ figures: HKStatisticsFigures, _ name: String) {
        var archive = HKArchive()
        archive.set(figures.average, "average")
        archive.set(figures.minimum, "minimum")
        archive.set(figures.maximum, "maximum")
        archive.set(figures.sum, "sum")
        archive.set(figures.mostRecent, "mostRecent")
        archive.set(figures.mostRecentInterval, "mostRecentInterval")
        archive.set(figures.duration, "duration")
        set(archive, name)
    }

    func figures(_ name: String) -> HKStatisticsFigures? {
        guard let archive = archive(name) else { return nil }
        return HKStatisticsFigures(
            average: archive.quantity("average"), minimum: archive.quantity("minimum"),
            maximum: archive.quantity("maximum"), sum: archive.quantity("sum"),
            mostRecent: archive.quantity("mostRecent"), mostRecentInterval: archive.interval("mostRecentInterval"),
            duration: archive.quantity("duration"))
    }
}
