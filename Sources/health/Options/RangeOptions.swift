// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// A range of dates.
struct RangeOptions: ParsableArguments {
    @Option(help: .value("date", "The start of the range: \(DateParser.forms)."))
    var from: String?

    @Option(help: .value("date", "The end of the range; a day, month or year includes its end."))
    var to: String?

    /// Returns the first instant of `from` and the end of `to`.
    func bounds(in zone: TimeZone, firstWeekday: Weekday = .monday, now: Date = Date()) throws -> (
        from: Date?, to: Date?
    ) {
        let parser = DateParser(timeZone: zone, now: now, firstWeekday: firstWeekday.rawValue)
        let (first, last) = (try from.map(parser.span), try to.map(parser.span))
        if let first, let last, last.start < first.start, last.end <= first.start {
            throw ToolError(.badArgument, "--to is before --from", remedy: "swap the two dates")
        }
        return (from: first?.start, to: last?.end)
    }
}
