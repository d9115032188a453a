// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One figure of each day, such as the steps of the day or its average heart rate, or none.
///
/// Days are numbers: the civil days since 1970-01-01. A day without data has no value; it is not zero.
public struct DailySeries: Sendable, Hashable {
    /// The number of the first day.
    public let firstDay: Int
    /// The values from the first day on; nil for days without data.
    public let values: [Double?]

    /// The greatest magnitude of a value, so that differences and squares are finite.
    static let greatest = 1e100

    /// Creates a series. Values that are not finite, or whose magnitude exceeds 1e100, count as missing.
    /// - Parameters:
    ///   - firstDay: the number of the first day.
    ///   - values: the values from the first day on.
    public init(firstDay: Int, values: [Double?]) {
        self.firstDay = firstDay
        self.values = values.map { value in value.flatMap { $0.magnitude <= Self.greatest ? $0 : nil } }
    }

    /// Creates a series from the values of single days.
    /// - Parameters:
    ///   - byDay: the values by the number of their day.
    ///   - days: the days of the series. Values of other days are left out.
    public init(_ byDay: [Int: Double], days: Range<Int>) {
        self.init(firstDay: days.lowerBound, values: days.map { byDay[$0] })
    }

    /// The days of the series.
    public var days: Range<Int> { firstDay..<firstDay + values.count }

    /// The value of a day; nil without data and outside the series.
    public subscript(day: Int) -> Double? {
        days.contains(day) ? values[day - firstDay] : nil
    }

    /// The values that are known, in order.
    public var known: [Double] { values.compactMap(\.self) }

    /// The last day with a value.
    public var lastKnownDay: Int? { values.lastIndex { $0 != nil }.map { firstDay + $0 } }

    /// Returns the part of the series that lies in a range of days.
    public func part(_ range: Range<Int>) -> DailySeries {
        let kept = range.clamped(to: days)
        guard !kept.isEmpty else { return DailySeries(firstDay: range.lowerBound, values: []) }
        return DailySeries(
            firstDay: kept.lowerBound,
            values: Array(values[kept.lowerBound - firstDay..<kept.upperBound - firstDay]))
    }

    /// Returns the series without the values of some days.
    func without(_ days: Set<Int>) -> DailySeries {
        guard !days.isEmpty else { return self }
        return DailySeries(
            firstDay: firstDay,
            values: values.enumerated().map { days.contains(firstDay + $0.offset) ? nil : $0.element })
    }

    /// Returns the series with each value changed.
    public func map(_ change: (Double) -> Double) -> DailySeries {
        DailySeries(firstDay: firstDay, values: values.map { $0.map(change) })
    }

    /// Returns the weekday of a day: 0 is Monday. 1970-01-01 was a Thursday.
    static func weekday(of day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

    /// Returns the series without the difference between weekdays: of each value, the amount is taken away by which the median of its
    /// weekday exceeds the median of all days.
    ///
    /// Weekdays with fewer than four values are left as they are.
    func withoutWeekdays() -> DailySeries {
        guard let middle = Robust.median(known) else { return self }
        var byWeekday = [[Double]](repeating: [], count: 7)
        for (index, value) in values.enumerated() {
            if let value { byWeekday[Self.weekday(of: firstDay + index)].append(value) }
        }
        let excess = byWeekday.map { values in
            values.count < 4 ? 0 : (Robust.median(values) ?? middle) - middle
        }
        return DailySeries(
            firstDay: firstDay,
            values: values.enumerated().map { index, value in
                value.map { $0 - excess[Self.weekday(of: firstDay + index)] }
            })
    }
}
