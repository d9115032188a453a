// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The figures of a participant's quantity on one civil day: a row of the table `cells`.
///
/// A day or a quarter of an hour has the samples that start in it (`count`, `sum`, `minimum`, `maximum`), apart from those
/// that started before and reach into it (`carried…`), so that several can be put together: of the bucket that they make,
/// only the first one's carried samples count, and only where the bucket begins with it.
///
/// Means weighted by time (`discreteTemporallyWeighted`) are `weighted / weight`, each summed over the stretches: the seconds of
/// samples within them and one for each instant, and the values times those seconds.
///
/// Levels of sound (`discreteEquivalentContinuousLevel`) have the seconds of samples alone, and their sums and
/// weighted are energies: the mean is 10·log10(weighted / weight).
package struct CellDay: Sendable {
    /// The figures of the whole day or of a quarter of an hour.
    package struct Figures: Hashable, Sendable {
        /// Readings that start here; 0 where there are only carried ones.
        package var count: UInt32 = 0
        /// For quantities that add up the amount, each moment counted once; for others the sum of the readings' values, of
        /// levels of sound the sum of their energies.
        package var sum = 0.0
        /// Of the readings that start here; 0 where there are none, and for quantities that add up.
        package var minimum = 0.0
        package var maximum = 0.0
        /// Seconds that samples cover.
        package var covered = 0.0
        /// See ``CellDay``; 0 for quantities whose mean is not weighted by time.
        package var weight = 0.0
        package var weighted = 0.0
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
}
