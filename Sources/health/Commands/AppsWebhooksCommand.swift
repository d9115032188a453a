// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthServer
import OpenHealthSession
import OpenHealthStore

/// The `health apps webhooks` command.
struct AppsWebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "List the hosts at which apps request to receive changes, and approve or refuse them.",
        discussion: """
            The server sends nothing to a host that you have not approved. A host on this machine or in a private network \
            needs --local too.

            Examples:
              health apps webhooks
              health apps webhooks org.example.steps --approve steps.example.org:443
              health apps webhooks org.example.steps --approve localhost:9000 --local
              health apps webhooks org.example.steps --refuse steps.example.org:443
            """)

    @Argument(help: "The app; all apps by default.")
    var app: String?

    @Option(help: .value("host:port", "Approve a host of the app."))
    var approve: String?

    @Option(help: .value("host:port", "Refuse a host of the app."))
    var refuse: String?

    @Flag(help: "Allow the approved host to be this machine or in a private network.")
    var local = false

    @OptionGroup var listing: ListingOptions

    func run() throws {
        guard let host = approve ?? refuse else {
            guard !local else {
                throw ToolError(.badArgument, "--local has no effect here", remedy: "give it with --approve")
            }
            return try list()
        }
        guard let app, approve == nil || refuse == nil, approve != nil || !local else {
            throw ToolError(
                .badArgument, "a decision needs one app and one host",
                remedy: "write `health apps webhooks APP --approve HOST:PORT`, or --refuse; --local goes with --approve"
            )
        }
        let database = try listing.storeOptions.open(.readWrite)
        try database.webhooks.decide(
            approve == nil ? .refused : .approved, about: host, of: app, isLocal: local, at: Date())
        if approve != nil, !local, LocalReceiver.isNamed(by: host) {
            Terminal.note(
                "\(host) is on this machine or in a private network. Nothing is sent to it until you approve it with --local.\n"
            )
        }
        if listing.format != .table { try list() }
    }

    private func list() throws {
        try listing.print(as: Self.columns, nothing: "no app has requested to receive changes") {
            try $0.webhooks.hosts(of: app)
        }
    }

    private static var columns: [Column<ReceiverHost>] {
        [
            Column("app") { .text($0.app.identifier) },
            Column("host") { .text($0.host) },
            Column("decision") { .text("\($0.decision)") },
            Column("local", for: .people) { .text($0.isLocal ? "yes" : nil) },
            Column("local", for: .programs) { .json(.bool($0.isLocal)) },
            Column("asked") { .instant($0.asked) },
            Column("decided") { .instant($0.decided) },
        ]
    }
}
