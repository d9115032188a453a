// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An app's use of a type on one day.
package struct AccessEntryJSON: JSONRepresentable {
    package var app: String
    /// The day, such as 2026-03-14.
    package var day: String
    package var action: String
    package var type: String
    package var requests: Int
    package var count: Int
    package var earliest: Date?
    package var latest: Date?

    package init(
        app: String, day: String, action: String, type: String, requests: Int, count: Int, earliest: Date?,
        latest: Date?
    ) {
        self.app = app
        self.day = day
        self.action = action
        self.type = type
        self.requests = requests
        self.count = count
        self.earliest = earliest
        self.latest = latest
    }

    /// The actions that are logged.
    package static let actions = [
        "read", "export", "save", "delete", "grantRead", "grantSave", "revokeRead", "revokeSave",
    ]

    package static let format = JSONFormat<AccessEntryJSON>.object(
        named: "AccessEntry", about: "An app's use of a type on one day.",
        .required("app", \.app, .string), .required("day", \.day, .string.schema(.string(format: "date"))),
        .required("action", \.action, .one(of: actions.map { ($0, $0) })), .required("type", \.type, .string),
        .required("requests", \.requests, .integer()), .required("count", \.count, .integer()),
        .optional("earliest", \.earliest, .date.described("The earliest start of the samples.")),
        .optional("latest", \.latest, .date.described("The latest end of the samples."))
    ) { app, day, action, type, requests, count, earliest, latest in
        AccessEntryJSON(
            app: app, day: day, action: action, type: type, requests: requests, count: count, earliest: earliest,
            latest: latest)
    }
}
