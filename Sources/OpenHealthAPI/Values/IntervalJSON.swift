// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension JSONFormat where Value == DateInterval {
    /// The format of a time interval. Its length is sent in addition to its dates, because the end is the rounded sum of the start
    /// and the length.
    package static let interval = JSONFormat(
        name: "Interval",
        .object(["startDate": .date, "endDate": .date, "seconds": .number])
            .described("An interval of time and its duration.")
    ) { interval in
        .object([
            ("startDate", .string(APIDate.text(interval.start))),
            ("endDate", .string(APIDate.text(interval.end))), ("seconds", .double(interval.duration)),
        ])
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static func read(_ json: JSONReader) throws(Problem) -> DateInterval {
        let start = try json.required("startDate").date()
        if let seconds = try json.optional("seconds") {
            let duration = try seconds.double()
            guard duration >= 0 else { throw seconds.problem("The duration of an interval cannot be negative.") }
            return DateInterval(start: start, duration: duration)
        }
        let end = try json.required("endDate")
        let date = try end.date()
        guard start <= date else { throw end.problem("The interval ends before it starts.") }
        return DateInterval(start: start, end: date)
    }
}
