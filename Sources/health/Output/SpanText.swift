// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A stretch of time as the heading of an answer.
struct SpanText {
    /// The stretch.
    let span: DateSpan
    /// The clock that shows it.
    let clock: ZoneClock

    /// Both ends with their offsets, which differ where clocks change.
    var text: String {
        "from \(clock.textWithOffset(span.start)) to \(clock.textWithOffset(span.end)) (\(TimeZoneName.text(clock.zone)))"
    }

    /// Whether the stretch is no longer than a day, which has 25 hours where clocks are put back.
    var isDay: Bool { span.end.timeIntervalSince(span.start) <= 25 * 3600 }

    /// The stretch moved to the evening before, at both ends.
    func night() throws -> DateSpan {
        let parser = DateParser(timeZone: clock.zone, now: span.start)
        func evening(before date: Date) throws -> Date {
            let day = clock.text(date.addingTimeInterval(-12 * 3600)).prefix(10)
            return try parser.span("\(day)T\(BucketPlan.evening):00").start
        }
        return DateSpan(start: try evening(before: span.start), end: try evening(before: span.end))
    }

    /// The ends as programs read them.
    var json: [(key: String, value: JSONValue)] {
        [
            ("timeZone", .string(TimeZoneName.text(clock.zone))), ("start", .string(iso(span.start))),
            ("end", .string(iso(span.end))),
        ]
    }

    /// An instant as programs read it, with the offset of the zone.
    func iso(_ date: Date) -> String { OffsetText.iso(date, in: clock.zone) }
}
