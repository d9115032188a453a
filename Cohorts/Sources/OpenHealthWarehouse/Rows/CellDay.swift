// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import OpenHealthModel

/// The statistics of a participant's quantity on one civil day: a row of the table `cells`.
///
/// A day or a quarter of an hour contains the samples that start in it (`count`, `sum`, `minimum`, `maximum`), separately from
/// those that started before and overlap it (`carried…`), so that several can be combined: the combined bucket includes only the
/// carried samples of the first one, and only if the bucket begins with it.
///
/// Time-weighted means (`discreteTemporallyWeighted`) are `weighted / weight`. Both are summed over the intervals: the weight is
/// the seconds of samples within them plus one for each instant, and the weighted sum is the values times those seconds.
///
/// For sound levels (`discreteEquivalentContinuousLevel`), the weight is the seconds of samples only, and the sums and weighted
/// sums are energies: the mean is 10·log10(weighted / weight).
package struct CellDay: Sendable {
    /// The statistics of a whole day or of a quarter of an hour.
    package struct Figures: Hashable, Sendable {
        /// The number of readings that start in the interval; 0 if there are only carried ones.
        package var count: UInt32 = 0
        /// For cumulative quantities, the amount, with each moment counted once; for others, the sum of the readings' values, or
        /// of their energies for sound levels.
        package var sum = 0.0
        /// The minimum of the readings that start in the interval; 0 if there are none, and for cumulative quantities.
        package var minimum = 0.0
        package var maximum = 0.0
        /// The number of seconds that samples cover.
        package var covered = 0.0
        /// The weight; see ``CellDay``. It is 0 for quantities without time-weighted means.
        package var weight = 0.0
        package var weighted = 0.0
        /// The number of earlier readings that overlap the interval.
        package var carriedCount: UInt32 = 0
        package var carriedSum = 0.0
        package var carriedMinimum = 0.0
        package var carriedMaximum = 0.0

        package init() {}
    }

    /// The identifier of the type.
    package var type: String
    /// The day, in the participant's home time zone.
    package var day: CohortDay
    /// The start of the day, in seconds since 1970.
    package var start: Double
    package var finish: Double
    /// The statistics of the whole day.
    package var figures: Figures
    /// The quarters of an hour that aren't empty, by their number since the start of the day.
    package var quarters: [(number: UInt8, figures: Figures)]
}

extension CellDay {
    /// The values of the columns `hold`, `last_end` and `last_value`, which earlier versions used: zeros, and empty arrays for
    /// quarters.
    private static let formerColumns = [0.0, 0.0, 0.0]

    /// Writes the columns after the version and digest.
    func writeContent(to rows: inout RowBinaryWriter, style: HKQuantityAggregationStyle) {
        rows.write(start)
        rows.write(finish)
        rows.write(figures.count)
        for value in [
            figures.sum, figures.minimum, figures.maximum, figures.covered, figures.weight, figures.weighted,
        ] + Self.formerColumns { rows.write(value) }
        rows.write(figures.carriedCount)
        for value in [figures.carriedSum, figures.carriedMinimum, figures.carriedMaximum] { rows.write(value) }
        rows.write(quarters.map(\.number))
        let isDiscrete = style != .cumulative
        let isWeighted = isDiscrete && style != .discreteArithmetic
        func values(_ isUsed: Bool, _ value: (Figures) -> Double) -> [Double] {
            isUsed ? quarters.map { value($0.figures) } : []
        }
        rows.write(quarters.map(\.figures.count))
        rows.write(values(true, \.sum))
        rows.write(values(isDiscrete, \.minimum))
        rows.write(values(isDiscrete, \.maximum))
        rows.write(values(true, \.covered))
        rows.write(values(isWeighted, \.weight))
        rows.write(values(isWeighted, \.weighted))
        for _ in Self.formerColumns { rows.write([Double]()) }
        rows.write(quarters.map(\.figures.carriedCount))
        rows.write(values(isDiscrete, \.carriedSum))
        rows.write(values(isDiscrete, \.carriedMinimum))
        rows.write(values(isDiscrete, \.carriedMaximum))
    }
}

extension RowBinaryWriter {
    /// Writes a row of the tables `cells` and `durations`, whose first columns are the same.
    /// - Parameters:
    ///   - content: The remaining columns.
    ///   - digest: The digest of the remaining columns.
    mutating func writeDay(
        participant: String, type: String, day: CohortDay, version: UInt64, content: RowBinaryWriter, digest: UInt64
    ) {
        write(participant)
        write(type)
        write(day)
        write(version)
        write(digest)
        append(content)
    }

    /// The first eight bytes of the SHA-256 of the content.
    var digest: UInt64 {
        SHA256.hash(data: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
