// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension DateInterval {
    /// Returns an interval of whole days, the last of which contains the date.
    static func days(_ count: Int, endingAt date: Date = .now) -> DateInterval {
        let calendar = Calendar.current
        let endDate = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: date))!
        let startDate = calendar.date(byAdding: .day, value: -count, to: endDate)!
        return DateInterval(start: startDate, end: endDate)
    }

    /// The beginning of each day of the interval.
    var days: [Date] {
        let calendar = Calendar.current
        var days: [Date] = []
        var day = start
        while day < end {
            days.append(day)
            day = calendar.date(byAdding: .day, value: 1, to: day)!
        }
        return days
    }
}
