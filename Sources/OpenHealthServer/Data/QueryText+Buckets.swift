// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

extension QueryText {
    /// The default first day of the week, in the numbering of calendars.
    private static let monday = 2

    /// Returns the intervals of statistics, or nil if the request has none. The defaults are the person's home time zone and, as an
    /// anchor, the person's first day of the week.
    func buckets() async throws -> BucketsJSON? {
        let start = try date("anchor")
        guard let every = scope.query("every") else { return nil }
        guard every.range(of: BucketLength.pattern, options: .regularExpression) != nil,
            let length = BucketLength(every)
        else { throw problem("every", "Expected \(BucketLength.forms).") }
        let database = scope.services.database
        let preferences = try await scope.blocking { try database.preferences() }
        let zone = scope.query("timeZone") ?? preferences.timeZone?.identifier ?? "UTC"
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try CalendarName.timeZone(JSONReader(.string(zone), pointer: "?timeZone"))
        let first = length.anchor(firstWeekday: preferences.firstWeekday ?? Self.monday)
        guard let anchor = start ?? calendar.date(from: first) else {
            throw Problem(.invalidRequest, "No interval begins in this time zone. Send an anchor.")
        }
        return BucketsJSON(anchor: anchor, interval: length.components, calendar: calendar)
    }
}

extension BucketsJSON {
    /// Returns the intervals as calendar buckets.
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
