// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health apps log` command.
struct AppsLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the data read, saved and deleted by apps, and your grants, by day.",
        discussion: """
            Entries are kept for a year. The dates are those of the samples. A server records reads within half a minute. \
            Requests for data that the app did not get are not recorded.

            Examples:
              health apps log
              health apps log org.example.steps --from 2026-01-01
              health apps log --format csv > log.csv
            """)

    @Argument(help: "The app; all apps by default.")
    var app: String?

    @OptionGroup var range: RangeOptions
    @OptionGroup var listing: ListingOptions

    func run() throws {
        let database = try listing.open()
        let clock = try listing.clock(for: database)
        let (from, to) = try range.bounds(in: clock.zone, firstWeekday: database.firstWeekday)
        let end = to ?? Date()
        let start = min(end, from ?? end.addingTimeInterval(-366 * 86_400))
        let entries = try database.accessLog.entries(of: app, in: DateInterval(start: start, end: end))
        try listing.print(
            entries.byDay(in: clock.zone), as: Self.columns(clock.zone), clock: clock,
            nothing: "no app has used the store")
    }

    private static func columns(_ zone: TimeZone) -> [Column<AccessEntry>] {
        let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
        return [
            Column("day") { .text($0.date.formatted(style)) },
            Column("app") { .text($0.app) },
            Column("action") { .text($0.action.rawValue) },
            Column("type", for: .people) { .text(TypeName.short($0.type)) },
            Column("type", for: .programs) { .text($0.type) },
            Column("name", for: .programs) { .text(TypeName.short($0.type)) },
            Column("requests") { .count($0.requests) },
            Column("count") { .count($0.count) },
            Column("earliest") { .instant($0.earliest) },
            Column("latest") { .instant($0.latest) },
        ]
    }
}
