// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `health owner`.
struct OwnerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "owner",
        abstract: "Set the passphrase with which you sign in to the daemon's pages.",
        discussion: """
            Examples:
              health owner set
              health owner set --store family.db < passphrase.txt
            """,
        subcommands: [OwnerSetCommand.self])
}
