// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// The civil days of a participant's home time zone, in the range of ``CohortDay``, with their bounds.
///
/// The bounds of a day are computed once for all types, because this takes longer than combining the cells of the day.
package final class HomeDays: Sendable {
    /// The time zone.
    package let zone: TimeZone
    /// The start of each day, in seconds since 1970; NaN before the first use.
    private let starts: Mutex<[Double]>

    /// The number of days of ``CohortDay``.
    package static let count = 49_673

    package init(zone: TimeZone) {
        self.zone = zone
        starts = Mutex(Array(repeating: .nan, count: Self.count + 1))
    }

    /// The range from the start of 1970 to the end of 2105, in seconds since 1970.
    package var range: Range<Double> { start(of: 0)..<start(of: Self.count) }

    /// Returns the start and end of a day, in seconds since 1970.
    package func bounds(of day: CohortDay) -> (start: Double, finish: Double) {
        (start(of: Int(day.number)), start(of: Int(day.number) + 1))
    }

    /// Returns the day that contains an instant, or nil outside ``range``.
    package func day(containing seconds: Double) -> CohortDay? {
        guard range.contains(seconds) else { return nil }
        // Offsets from UTC are less than a day.
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
