// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The intervals of a collection of statistics on the wire: a length, where one of them begins, and the calendar that counts.
package struct BucketsJSON: Sendable {
    /// Where one of the intervals begins.
    package var anchor: Date
    /// Their length.
    package var interval: DateComponents
    /// The calendar of years and months, with the time zone of days.
    package var calendar: Calendar

    package init(anchor: Date, interval: DateComponents, calendar: Calendar) {
        self.anchor = anchor
        self.interval = interval
        self.calendar = calendar
    }

    /// Reads the intervals.
    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["anchor", "interval", "calendar", "timeZone"])
        anchor = try json.required("anchor").date()
        interval = DateComponents()
        let parts = try json.required("interval")
        try parts.check(keys: Self.parts.map(\.name))
        for part in Self.parts { interval[keyPath: part.path] = try parts.optional(part.name)?.integer() }
        let name = try json.optional("calendar")
        calendar = Calendar(identifier: try name.map(CalendarName.identifier) ?? .gregorian)
        calendar.timeZone = try CalendarName.timeZone(try json.required("timeZone"))
    }

    /// The intervals as they are sent.
    package var json: JSONValue {
        .object([
            ("anchor", .string(APIDate.text(anchor))),
            (
                "interval",
                .object(
                    Self.parts.compactMap { part in
                        interval[keyPath: part.path].map { (part.name, JSONValue.integer($0)) }
                    })
            ),
            ("calendar", .string(CalendarName.name(calendar.identifier) ?? "gregorian")),
            ("timeZone", .string(calendar.timeZone.identifier)),
        ])
    }

    /// What a length can be made of.
    package static var parts: [(name: String, path: WritableKeyPath<DateComponents, Int?>)] {
        [
            ("year", \.year), ("quarter", \.quarter), ("month", \.month), ("weekOfYear", \.weekOfYear),
            ("weekOfMonth", \.weekOfMonth), ("day", \.day), ("hour", \.hour), ("minute", \.minute),
            ("second", \.second),
        ]
    }
}
