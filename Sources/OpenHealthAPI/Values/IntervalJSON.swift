// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A time interval on the wire. Its length is sent in addition to its dates, because the end is the rounded sum of the start and
/// the length.
package struct IntervalJSON: JSONRepresentable {
    /// The interval.
    package let interval: DateInterval

    package init(_ interval: DateInterval) {
        self.interval = interval
    }

    package static let format = JSONFormat<IntervalJSON>(
        name: "Interval",
        .object(["startDate": .date, "endDate": .date, "seconds": .number])
            .described("An interval of time, and how long it is.")
    ) { value in
        .object([
            ("startDate", .string(APIDate.text(value.interval.start))),
            ("endDate", .string(APIDate.text(value.interval.end))), ("seconds", .double(value.interval.duration)),
        ])
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static func read(_ json: JSONReader) throws(Problem) -> IntervalJSON {
        let start = try json.required("startDate").date()
        if let seconds = try json.optional("seconds") {
            let duration = try seconds.double()
            guard duration >= 0 else { throw seconds.problem("An interval cannot last less than no time.") }
            return IntervalJSON(DateInterval(start: start, duration: duration))
        }
        let end = try json.required("endDate")
        let date = try end.date()
        guard start <= date else { throw end.problem("The interval ends before it starts.") }
        return IntervalJSON(DateInterval(start: start, end: date))
    }
}
