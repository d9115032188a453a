// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthServer
import OpenHealthStore

/// The `health owner` command.
struct OwnerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "owner",
        abstract: "Manage your passphrase and your sessions on the server's pages.",
        discussion: """
            Examples:
              health owner set
              health owner set --store family.db < passphrase.txt
              health owner sessions
              health owner totp enable
            """,
        subcommands: [OwnerSetCommand.self, OwnerSessionsCommand.self, OwnerTOTPCommand.self])
}

/// The `health owner set` command.
struct OwnerSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the owner's passphrase, and sign out all sessions.",
        discussion: """
            Reads it twice from the terminal, without showing it, or otherwise once from the first line of standard input. \
            A running server uses the new passphrase.

            Examples:
              health owner set
              pass show health | health owner set --store family.db
            """)

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        // The store is opened before the person types anything.
        let database = try outputOptions.open(.create)
        let passphrase = try HiddenLine.read("Passphrase: ")
        if let fault = PassphraseFault(passphrase) {
            throw ToolError(
                .badArgument, fault.detail, remedy: "choose a longer one; several words are easy to remember")
        }
        if HiddenLine.isTerminal {
            guard try HiddenLine.read("The same again: ") == passphrase else {
                throw ToolError(.badArgument, "the passphrases differ", remedy: "enter the same passphrase twice")
            }
        }
        _ = try database.owner.setSecret(try Passphrase.secret(passphrase), isFirst: false, at: Date())
        try outputOptions.print(["isSet": .bool(true)])
        Terminal.note("The passphrase is set.\n")
    }
}

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
            try listing.storeOptions.open(.readWrite).owner.removeSessions()
            Terminal.note("All sessions have ended.\n")
        } else if let end {
            guard try listing.storeOptions.open(.readWrite).owner.removeSession(end) else {
                throw ToolError(
                    .notFound, "there is no session \(end)", remedy: "list the sessions with `health owner sessions`")
            }
            Terminal.note("Session \(end) has ended.\n")
        }
        if !isChange || listing.format != .table {
            try listing.print(as: Self.columns, nothing: "you are not signed in anywhere") { try $0.owner.sessions() }
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
