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
