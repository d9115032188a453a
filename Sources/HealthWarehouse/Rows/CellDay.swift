// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a participant has of a quantity on one civil day: a row of the table `cells`.
///
/// A day or a quarter of an hour has the samples that start in it (`count`, `sum`, `minimum`, `maximum`), apart from those
/// that started before and reach into it (`carried…`), so that several can be put together: of the bucket that they make,
/// only the first one's carried samples count, and only where the bucket begins with it.
///
/// Means weighted by time need to know how long a value stands: until the next one, for ten minutes at the most. `weight` is the
/// seconds for which values stand as far as the stretch itself tells; `hold` is how long the last value goes on to stand where the
/// bucket has more after the stretch; where the bucket ends, it stands until then: min(max(end - lastEnd, 0), 600).
/// So a bucket's weight is the sum of weight and hold of its stretches, less the hold of the last one, plus that
/// end; and the same with `weighted`, where each second counts lastValue.
package struct CellDay: Hashable, Sendable {
    /// The figures of the whole day or of a quarter of an hour.
    package struct Figures: Hashable, Sendable {
        /// Readings that start here; 0 where there are only carried ones.
        package var count: UInt32 = 0
        /// For quantities that add up the amount, each moment counted once; for others the sum of the readings' values, of
        /// levels of sound the sum of their energies.
        package var sum = 0.0
        /// Of the readings that start here; 0 where there are none.
        package var minimum = 0.0
        package var maximum = 0.0
        /// Seconds that samples cover.
        package var covered = 0.0
        /// See ``CellDay``; only for quantities whose mean is weighted by time.
        package var weight = 0.0
        package var weighted = 0.0
        package var hold = 0.0
        /// When the last reading that starts here ends, in seconds since 1970, and its value; 0 where there is none.
        package var lastEnd = 0.0
        package var lastValue = 0.0
        /// Readings that reach into here.
        package var carriedCount: UInt32 = 0
        package var carriedSum = 0.0
        package var carriedMinimum = 0.0
        package var carriedMaximum = 0.0

        package init() {}
    }

    /// The identifier of the type.
    package var type: String
    /// The day, in the participant's home zone.
    package var day: CohortDay
    /// When it begins and ends, in seconds since 1970.
    package var start: Double
    package var finish: Double
    /// The whole day.
    package var figures: Figures
    /// Its quarters of an hour in which there is something, by their number since the beginning of the day.
    package var quarters: [(number: UInt8, figures: Figures)]

    package init(
        type: String, day: CohortDay, start: Double, finish: Double, figures: Figures,
        quarters: [(number: UInt8, figures: Figures)]
    ) {
        self.type = type
        self.day = day
        self.start = start
        self.finish = finish
        self.figures = figures
        self.quarters = quarters
    }

    package static func == (left: CellDay, right: CellDay) -> Bool {
        left.type == right.type && left.day == right.day && left.start == right.start && left.finish == right.finish
            && left.figures == right.figures
            && left.quarters.elementsEqual(right.quarters) { $0.number == $1.number && $0.figures == $1.figures }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(day)
        hasher.combine(figures)
    }
}
