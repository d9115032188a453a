// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthStore

/// The `health owner sessions` command.
struct OwnerSessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List your sessions on the server's pages, and sign out.",
        discussion: """
            A session ends after twelve hours without use, after seven days, and when you set another passphrase.

            Examples:
              health owner sessions
              health owner sessions --end 3
              health owner sessions --end-all
            """)

    @Option(help: .value("number", "End the session with this number."))
    var end: Int64?

    @Flag(name: .customLong("end-all"), help: "Sign out everywhere.")
    var endsAll = false

    @OptionGroup var listing: ListingOptions

    func validate() throws {
        if end != nil, endsAll { throw ValidationError("--end and --end-all cannot be used together") }
    }

    func run() throws {
        let isChange = endsAll || end != nil
        if endsAll {
            try listing.storeOptions.open(.readWrite).removeOwnerSessions()
            Terminal.note("All sessions have ended.\n")
        } else if let end {
            guard try listing.storeOptions.open(.readWrite).removeOwnerSession(end) else {
                throw ToolError(
                    .notFound, "there is no session \(end)", remedy: "list the sessions with `health owner sessions`")
            }
            Terminal.note("Session \(end) has ended.\n")
        }
        if !isChange || listing.format != .table {
            try listing.print(as: Self.columns, nothing: "you are not signed in anywhere") { try $0.ownerSessions() }
        }
    }

    private static var columns: [Column<StoredOwnerSession>] {
        [
            Column("number", alignment: .right) { .count(Int($0.id)) },
            Column("created") { .instant($0.created) },
            Column("used") { .instant($0.used) },
            Column("address") { .text($0.address) },
            Column("browser", fit: .cuttable) { .text($0.agent) },
        ]
    }
}
