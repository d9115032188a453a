// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// The range of days of a cohort command.
struct CohortDayOptions: ParsableArguments {
    @Option(
        help: .value(
            "date",
            "The first day: 2024-03-10, or the beginning of 2024-03 or 2024; today, yesterday, -30d (also w, m, y)."))
    var from: String?

    @Option(help: .value("date", "The last day, or the end of a month or year."))
    var to: String?

    @Option(
        name: .customLong("timezone"),
        help: .value(
            "zone",
            "The time zone of today for --from and --to; by default the machine's. Days are always those of each "
                + "participant's home."),
        completion: .list(TimeZone.knownTimeZoneIdentifiers))
    var timeZone: String?

    /// Returns the requested days.
    /// - Throws: A ``ToolError`` if the arguments are invalid.
    func days() throws -> CohortDays {
        var (range, zone) = (RangeOptions(), ZoneOptions())
        (range.from, range.to, zone.timeZone) = (from, to, timeZone)
        return try CohortDays(range, in: try zone.named() ?? TimeZone.current)
    }
}
