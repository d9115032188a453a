// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics

/// The label of a statistics row for people: its start date, as short as the length of the rows allows.
struct BucketLabel {
    /// The form of a label.
    enum Form {
        /// The year, such as `2024`.
        case year
        /// The month, such as `2024-03`.
        case month
        /// The day, such as `2024-03-10`.
        case day
        /// The date and time, such as `2024-03-10 14:00`.
        case minute
        /// The date without a year and the time, such as `03-10 14:00`.
        case minuteOfYear
        /// The date and time with seconds, such as `2024-03-10 14:00:05`.
        case second
    }

    /// The form of the labels.
    let form: Form
    private let clock: ZoneClock

    init(_ form: Form, clock: ZoneClock) {
        self.form = form
        self.clock = clock
    }

    /// Creates the labels for the rows of a plan or, without a plan, for a single row.
    init(_ plan: BucketPlan?, clock: ZoneClock) {
        form = plan.map { Self.form($0, zone: clock.zone) } ?? .second
        self.clock = clock
    }

    /// Returns the label of the row with a start date.
    func text(_ start: Date) -> String {
        let text = clock.text(start)
        switch form {
        case .second: return text
        case .minute: return String(text.dropLast(3)) + offset(start)
        case .minuteOfYear: return String(text.dropFirst(text.count - 14).dropLast(3)) + offset(start)
        case .day: return String(text.dropLast(9))
        case .month: return String(text.dropLast(12))
        case .year: return String(text.dropLast(15))
        }
    }

    /// Returns ` +01:00` for a time that occurs twice because clocks are put back.
    private func offset(_ start: Date) -> String {
        clock.comesTwice(start) ? String(clock.textWithOffset(start).suffix(7)) : ""
    }

    private static func form(_ plan: BucketPlan, zone: TimeZone) -> Form {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let unit = plan.length.unit
        // Compares with the start of the day, which is not midnight if clocks are put forward then.
        let anchor = plan.buckets.anchor
        if unit == .minute || unit == .hour || calendar.startOfDay(for: anchor) != anchor { return .minute }
        let parts = calendar.dateComponents([.month, .day], from: anchor)
        if unit == .day || unit == .week || parts.day != 1 { return .day }
        return unit == .year && parts.month == 1 ? .year : .month
    }
}

extension BucketLabel {
    /// Returns rows with labels without the year, if all rows are in the same year and have a time of day.
    func shortened(_ lines: [StatisticsLine]) -> [StatisticsLine] {
        guard form == .minute, let first = lines.first, let last = lines.last else { return lines }
        let year = BucketLabel(.year, clock: clock)
        guard year.text(first.start) == year.text(last.start) else { return lines }
        let short = BucketLabel(.minuteOfYear, clock: clock)
        return lines.map { line in
            var line = line
            if line.label != nil { line.label = short.text(line.start) }
            return line
        }
    }
}
