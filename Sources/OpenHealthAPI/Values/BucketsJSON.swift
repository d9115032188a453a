// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The intervals of a collection of statistics on the wire: a length, the start of one of them, and the calendar.
package struct BucketsJSON: JSONRepresentable {
    /// The start of one of the intervals.
    package var anchor: Date
    /// The length of the intervals.
    package var interval: DateComponents
    /// The calendar of years and months, with the time zone of days.
    package var calendar: Calendar

    package init(anchor: Date, interval: DateComponents, calendar: Calendar) {
        self.anchor = anchor
        self.interval = interval
        self.calendar = calendar
    }

    package static let format = JSONFormat<BucketsJSON>.object(
        named: "Buckets", about: "Adjacent intervals of one length, which are also correct when clocks change.",
        .required("anchor", \.anchor, .date.described("The start of one of the intervals.")),
        .required("interval", \.interval, .bucketLength),
        .optional(
            "calendar", \.calendarName,
            .one(of: CalendarName.all.map { ($0.name, $0.identifier) }, orElse: CalendarName.unknown)),
        .required(
            "timeZone", \.calendar.timeZone,
            .timeZone.described("The time zone that determines days, such as Europe/Berlin."))
    ) { anchor, interval, identifier, zone in
        var calendar = Calendar(identifier: identifier ?? .gregorian)
        calendar.timeZone = zone
        return BucketsJSON(anchor: anchor, interval: interval, calendar: calendar)
    }

    /// The identifier of the calendar, if it has a name.
    private var calendarName: Calendar.Identifier? {
        CalendarName.name(calendar.identifier) == nil ? .gregorian : calendar.identifier
    }

    /// The units of a length.
    package static var parts: [(name: String, path: WritableKeyPath<DateComponents, Int?>)] {
        [
            ("year", \.year), ("quarter", \.quarter), ("month", \.month), ("weekOfYear", \.weekOfYear),
            ("weekOfMonth", \.weekOfMonth), ("day", \.day), ("hour", \.hour), ("minute", \.minute),
            ("second", \.second),
        ]
    }
}

extension JSONFormat where Value == DateComponents {
    /// The format of the length of buckets.
    fileprivate static var bucketLength: JSONFormat {
        let part = JSONSchema.integer(0...315_569_520_000)
        return JSONFormat(
            JSONSchema.object(required: [], optional: BucketsJSON.parts.map { ($0.name, part) })
                .with("minProperties", .integer(1))
                .described("The length: one or more of these, which add up to more than 0.")
        ) { interval in
            .object(
                BucketsJSON.parts.compactMap { part in
                    interval[keyPath: part.path].map { (part.name, JSONValue.integer($0)) }
                })
        } decode: { (json) throws(Problem) in
            try json.check(keys: BucketsJSON.parts.map(\.name))
            var interval = DateComponents()
            for part in BucketsJSON.parts { interval[keyPath: part.path] = try json.optional(part.name)?.integer() }
            return interval
        }
    }
}
