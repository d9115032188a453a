// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStatistics

extension QueryText {
    /// Midnight of the first day of 2001, a Monday: days begin there, weeks, months, quarters and years.
    private static let anchor = DateComponents(year: 2001, month: 1, day: 1)

    /// The intervals of statistics; nil where the question names none.
    func buckets() throws(Problem) -> BucketsJSON? {
        let start = try date("anchor")
        guard let every = exchange.query("every") else { return nil }
        guard let interval = BucketsJSON.interval(every) else {
            throw problem(
                "every", "This has to be minute, hour, day, week, month, quarter or year, or several: 15minutes.")
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try CalendarName.timeZone(
            JSONReader(.string(exchange.query("timeZone") ?? "UTC"), pointer: "?timeZone"))
        guard let anchor = start ?? calendar.date(from: Self.anchor) else {
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
