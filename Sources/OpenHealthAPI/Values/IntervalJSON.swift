// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An interval of time on the wire. Its length stands beside its dates, since the end is the start and the length, rounded.
package struct IntervalJSON: Sendable {
    /// The interval.
    package let interval: DateInterval

    package init(_ interval: DateInterval) {
        self.interval = interval
    }

    /// Reads an interval.
    package init(_ json: JSONReader) throws(Problem) {
        let start = try json.required("startDate").date()
        if let seconds = try json.optional("seconds") {
            let duration = try seconds.double()
            guard duration >= 0 else { throw seconds.problem("An interval cannot last less than no time.") }
            interval = DateInterval(start: start, duration: duration)
            return
        }
        let end = try json.required("endDate")
        let date = try end.date()
        guard start <= date else { throw end.problem("The interval ends before it starts.") }
        interval = DateInterval(start: start, end: date)
    }

    /// The interval as it is sent.
    package var json: JSONValue {
        .object([
            ("startDate", .string(APIDate.text(interval.start))), ("endDate", .string(APIDate.text(interval.end))),
            ("seconds", .double(interval.duration)),
        ])
    }
}
