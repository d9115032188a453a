// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

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
