// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the route for the access log.
package enum OwnerAccessHandlers {
    static let bindings = [RouteBinding(OwnerAccessRoutes.log, log)]

    /// The default number of days.
    package static let usualDays = 30

    private static func log(_ scope: RequestScope) async throws -> [AccessEntryJSON] {
        let query = QueryText(scope)
        let now = scope.services.configuration.clock()
        let end = try query.date("to") ?? now
        let start = try query.date("from") ?? end.addingTimeInterval(Double(-usualDays) * 86_400)
        guard start <= end else {
            throw Problem(
                .invalidArgument, "?from: this date is later than the end.",
                faults: [Problem.Fault("?from", "This date is later than the end.")])
        }
        let (database, app) = (scope.database, scope.query("app"))
        let (entries, zone) = try await scope.blocking {
            (try database.accessLog(of: app, in: DateInterval(start: start, end: end)), database.homeTimeZone)
        }
        let day = Date.ISO8601FormatStyle(timeZone: zone ?? .gmt).year().month().day()
        return entries.byDay(in: zone ?? .gmt).map { entry in
            AccessEntryJSON(
                app: entry.app, day: entry.date.formatted(day), action: entry.action.rawValue, type: entry.type,
                requests: entry.requests, count: entry.count, earliest: entry.earliest, latest: entry.latest)
        }
    }
}
