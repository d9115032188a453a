// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// Routes about what apps have done.
package enum OwnerAccessRoutes {
    package static let all = [log]

    package static let log = APIRoute(
        "showAccessLog", .get, "/v1/owner/access-log", for: .owner,
        "What apps have read, saved and deleted, and what they were granted, by day",
        details: """
            Entries are kept for a year. Days are those of the person's home. What an app asked for and did not get, since it may \
            not read it or there is nothing, is not among them.
            """,
        parameters: [
            .query("app", .string(length: 1...200), "Only this app."),
            .query("from", .date, "From this date on; 30 days before now where it is not given."),
            .query("to", .date, "Up to this date; now where it is not given."),
        ],
        answers: [
            .json(
                .object(["entries": .array(of: .named("AccessEntry"))]), "The entries, those of the latest day first.")
        ], problems: [.invalidArgument])
}
