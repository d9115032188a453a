// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Which civil days samples start on. Neighbours in time are quick.
struct DayFinder: Sendable {
    private let days: HomeDays
    private let range: Range<Double>
    private var latest: (bounds: Range<Double>, number: UInt16) = (0..<0, 0)

    init(_ days: HomeDays) {
        self.days = days
        range = days.range
    }

    /// The number of the day of an instant, in seconds since 1970; of the nearest day where ClickHouse's `Date` does not hold it.
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
