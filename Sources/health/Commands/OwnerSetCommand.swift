// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthServer
import OpenHealthStore

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

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        // The store is opened before the person types anything.
        let database = try answer.open(.create)
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
        _ = try database.setOwner(try Passphrase.secret(passphrase), isFirst: false, at: Date())
        try answer.print(["isSet": .bool(true)])
        Terminal.note("The passphrase is set.\n")
    }
}
