// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The range of days in which the next period is expected to begin.
///
/// It is the 80 % prediction interval of the next of the last twelve cycle lengths by Student's t (Hahn and Meeker, "Statistical Intervals",
/// 1991), in whole days: the mean plus and minus t times the standard deviation times the root of 1 + 1/n. A standard deviation below one day
/// counts as one day, since entries are exact to a day. About eight of ten periods begin within the range if the cycles go on as before;
/// tests measure it. The range says nothing about ovulation or fertile days, and is not a means of contraception.
public struct CycleForecast: Sendable, Hashable {
    /// The share of periods that begin within the range.
    public static let share = 0.8
    /// The minimum number of cycles.
    public static let fewestCycles = 4
    /// The maximum number of cycles that count.
    public static let mostCycles = 12

    /// The first day of the range, as a number of days since 1970-01-01.
    public let earliest: Int
    /// The last day.
    public let latest: Int
    /// The number of cycles that it is derived from.
    public let cycles: Int
    /// The mean length of these cycles in days.
    public let length: Double

    /// Creates the forecast.
    /// - Parameters:
    ///   - lengths: the lengths of cycles in days, oldest first.
    ///   - lastStart: the first day of the last period.
    /// - Returns: nil with fewer than ``fewestCycles``.
    public init?(lengths: [Int], lastStart: Int) {
        let recent = lengths.suffix(Self.mostCycles).map(Double.init)
        guard recent.count >= Self.fewestCycles else { return nil }
        let count = Double(recent.count)
        let mean = recent.reduce(0, +) / count
        let variance = recent.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
        let width =
            StudentT.quantile((1 + Self.share) / 2, freedom: count - 1) * max(1, variance.squareRoot())
            * (1 + 1 / count).squareRoot()
        // checked: lengths of cycles are days of a life
        earliest = lastStart + Int((mean - width).rounded())
        latest = lastStart + Int((mean + width).rounded())
        cycles = recent.count
        length = mean
    }
}
