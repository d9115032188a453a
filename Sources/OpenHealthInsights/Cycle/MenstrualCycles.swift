// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Menstrual periods and cycles, from the days with bleeding.
///
/// Bleeding on days with at most one day between them is one period. A period begins a cycle if it begins at least ten days after the begin of
/// the period before; earlier bleeding belongs to the current cycle and is not a separate period.
public struct MenstrualCycles: Sendable, Hashable {
    /// A menstrual period.
    public struct Period: Sendable, Hashable {
        /// The first day, as a number of days since 1970-01-01.
        public var firstDay: Int
        /// The last day.
        public var lastDay: Int
        /// The number of days from the first to the last.
        public var length: Int { lastDay - firstDay + 1 }

        /// Creates a period.
        public init(firstDay: Int, lastDay: Int) {
            self.firstDay = firstDay
            self.lastDay = max(firstDay, lastDay)
        }
    }

    /// The lengths of cycles that count, in days. A longer one is likely to contain a period without an entry.
    public static let lengthRange = 10...90

    /// The periods, oldest first.
    public let periods: [Period]

    /// Finds the periods among the days with bleeding, as numbers of days since 1970-01-01, in any order.
    public init(bleedingDays days: some Sequence<Int>) {
        var found: [Period] = []
        for day in Set(days).sorted() {
            if let last = found.last, day - last.lastDay <= 2 {
                found[found.count - 1].lastDay = day
            } else if let last = found.last, day - last.firstDay < Self.lengthRange.lowerBound {
                continue
            } else {
                found.append(Period(firstDay: day, lastDay: day))
            }
        }
        periods = found
    }

    /// The lengths of the finished cycles in days, oldest first; nil for those out of ``lengthRange``.
    public var lengths: [Int?] {
        zip(periods, periods.dropFirst()).map { period, next in
            let length = next.firstDay - period.firstDay
            return Self.lengthRange.contains(length) ? length : nil
        }
    }

    /// The range of days in which the next period is expected to begin; nil with too few cycles.
    public var forecast: CycleForecast? {
        periods.last.flatMap { CycleForecast(lengths: lengths.compactMap { $0 }, lastStart: $0.firstDay) }
    }
}

/// The range of days in which the next period is expected to begin.
///
/// It is the 80 % prediction interval of the next cycle length, from the last twelve, by Student's t (Hahn and Meeker,
/// "Statistical Intervals", 1991). In whole days, it is the mean plus and minus t times the standard deviation times the
/// root of 1 + 1/n. A standard deviation below one day counts as one day, since entries are exact to a day. About eight of
/// ten periods begin within the range if the cycles go on as before; tests measure it. The range says nothing about
/// ovulation or fertile days, and is not a means of contraception.
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
        earliest = lastStart + Int((mean - width).rounded())  // checked: lengths of cycles are days of a life
        latest = lastStart + Int((mean + width).rounded())  // checked: lengths of cycles are days of a life
        cycles = recent.count
        length = mean
    }
}
