// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel

/// A date range as the heading of an output.
struct SpanText {
    /// The range.
    let span: DateSpan
    /// The clock that shows it.
    let clock: ZoneClock

    /// Both ends with their offsets, which can differ.
    var text: String {
        "from \(clock.textWithOffset(span.start)) to \(clock.textWithOffset(span.end)) (\(TimeZoneName.text(clock.zone)))"
    }

    /// Whether the range is at most a day, which has 25 hours if clocks are put back.
    var isDay: Bool { span.end.timeIntervalSince(span.start) <= 25 * 3600 }

    /// Returns the range with both ends moved to the evening before.
    func night() throws -> DateSpan {
        let parser = DateParser(timeZone: clock.zone, now: span.start)
        func evening(before date: Date) throws -> Date {
            let day = clock.text(date.addingTimeInterval(-12 * 3600)).prefix(10)
            return try parser.span("\(day)T\(BucketPlan.evening):00").start
        }
        return DateSpan(start: try evening(before: span.start), end: try evening(before: span.end))
    }

    /// The ends for programs.
    var json: [(key: String, value: JSONValue)] {
        [
            ("timeZone", .string(TimeZoneName.text(clock.zone))), ("start", .string(iso(span.start))),
            ("end", .string(iso(span.end))),
        ]
    }

    /// Returns an instant for programs, with the offset of the time zone.
    func iso(_ date: Date) -> String { OffsetText.iso(date, in: clock.zone) }
}
