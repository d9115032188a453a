// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the access log.
package enum OwnerAccessRoutes {
    package static let all = [log.route]

    package static let log = Endpoint<Void, [AccessEntryJSON]>(
        "showAccessLog", .get, "/v1/owner/access-log", for: .owner,
        "The access log: data read, saved and deleted by apps, and their grants, by day",
        details: """
            Entries are kept for a year. Days are in the home time zone. Requests for data that the app may not read, or that does \
            not exist, are not logged.
            """,
        parameters: [
            .query("app", .string(length: 1...200), "Only this app."),
            .query("from", .date, "The start; 30 days ago by default."),
            .query("to", .date, "The end; now by default."),
        ],
        answer: .only("entries", .array(of: AccessEntryJSON.format)), "The entries, latest day first.",
        problems: [.invalidArgument])
}
