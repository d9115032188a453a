// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

extension QueryText {
    /// The first day of the week where the person has chosen none, as calendars count.
    private static let monday = 2

    /// Midnight of the first day of 2001, a Monday: days, months, quarters and years begin there. Weeks begin on the first such day of the
    /// person's week.
    private static func anchor(_ interval: DateComponents, firstWeekday: Int) -> DateComponents {
        DateComponents(year: 2001, month: 1, day: interval.weekOfYear == nil ? 1 : 1 + (firstWeekday + 5) % 7)
    }

    /// The intervals of statistics; nil where the question names none. The person's home time zone counts where the question
    /// names no zone, and the person's first day of the week where it names no anchor.
    func buckets() async throws -> BucketsJSON? {
        let start = try date("anchor")
        guard let every = exchange.query("every") else { return nil }
        guard let interval = BucketsJSON.interval(every) else {
            throw problem(
                "every", "This has to be minute, hour, day, week, month, quarter or year, or several: 15minutes.")
        }
        let database = exchange.services.database
        let preferences = try await exchange.blocking { try database.preferences() }
        let zone = exchange.query("timeZone") ?? preferences.timeZone?.identifier ?? "UTC"
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try CalendarName.timeZone(JSONReader(.string(zone), pointer: "?timeZone"))
        let first = Self.anchor(interval, firstWeekday: preferences.firstWeekday ?? Self.monday)
        guard let anchor = start ?? calendar.date(from: first) else {
            throw Problem(.invalidRequest, "The intervals begin nowhere in this time zone: give an anchor.")
        }
        return BucketsJSON(anchor: anchor, interval: interval, calendar: calendar)
    }
}

extension BucketsJSON {
    /// The intervals as those who count want them.
    func civil() throws(Problem) -> CivilBuckets {
        do {
            return try CivilBuckets(anchor: anchor, interval: interval, calendar: calendar)
        } catch {
            throw Problem(
                .invalidArgument, "The intervals of the collection: \(error)",
                healthKitCode: HKError.Code.errorInvalidArgument.rawValue)
        }
    }
}
