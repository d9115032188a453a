// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A lookup of the civil days of start dates, which is fast for consecutive dates on one day.
struct DayFinder: Sendable {
    private let days: HomeDays
    private let range: Range<Double>
    private var latest: (bounds: Range<Double>, number: UInt16) = (0..<0, 0)

    init(_ days: HomeDays) {
        self.days = days
        range = days.range
    }

    /// Returns the number of the day of an instant in seconds since 1970, or of the nearest day in the range of ClickHouse's
    /// `Date`.
    mutating func number(of instant: Double) -> UInt16 {
        if latest.bounds.contains(instant) { return latest.number }
        guard let day = days.day(containing: instant) else {
            return instant < range.lowerBound ? 0 : UInt16(HomeDays.count - 1)
        }
        let bounds = days.bounds(of: day)
        latest = (bounds.start..<bounds.finish, day.number)
        return day.number
    }
}
