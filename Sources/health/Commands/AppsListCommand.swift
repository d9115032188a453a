// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The `health apps list` command.
struct AppsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the apps and their permissions.",
        discussion: """
            Lists each type that an app has requested or has an answer for. \
            "asked" means that the app waits for your answer.

            Examples:
              health apps
              health apps list org.example.steps
              health apps list --format csv > apps.csv
            """)

    @Argument(help: "The app; all apps by default.")
    var app: String?

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let database = try listing.open()
        let apps = try database.apps().filter { app == nil || $0.identifier == app }
        if let app, apps.isEmpty {
            throw ToolError(
                .notFound, "no app \(app) has made a request", remedy: "list the apps with `health apps`")
        }
        try listing.print(
            apps.flatMap(AppRow.rows), as: AppRow.columns, clock: try listing.clock(for: database),
            nothing: "no app has made a request")
    }
}
