// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// The civil days of a participant's home zone, as far as ``CohortDay`` counts them, with their bounds.
///
/// A day's bounds are looked up once for all types: that takes longer than putting the day together.
package final class HomeDays: Sendable {
    /// The zone.
    package let zone: TimeZone
    /// When the days begin, in seconds since 1970; empty before the first use.
    private let starts: Mutex<[Double]>

    /// The number of days of ``CohortDay``.
    package static let count = 49_673

    package init(zone: TimeZone) {
        self.zone = zone
        starts = Mutex(Array(repeating: .nan, count: Self.count + 1))
    }

    /// From the beginning of 1970 to the end of 2105, in seconds since 1970.
    package var range: Range<Double> { start(of: 0)..<start(of: Self.count) }

    /// When a day begins and ends, in seconds since 1970.
    package func bounds(of day: CohortDay) -> (start: Double, finish: Double) {
        (start(of: Int(day.number)), start(of: Int(day.number) + 1))
    }

    /// The day that holds an instant; nil outside ``range``.
    package func day(containing seconds: Double) -> CohortDay? {
        guard range.contains(seconds) else { return nil }
        // No clock is a whole day away from UTC.
        // checked: the range ends in 2105
        var number = max(Int((seconds / 86_400).rounded(.down)) - 1, 0)
        while start(of: number + 1) <= seconds { number += 1 }
        return CohortDay(number: number)
    }

    private func start(of number: Int) -> Double {
        starts.withLock { starts in
            if starts[number].isNaN { starts[number] = CivilTime.startOfDay(number, in: zone) }
            return starts[number]
        }
    }
}
