// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The `health me` command.
struct MeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "me",
        abstract: "Show your characteristics: date of birth, blood type and so on.",
        discussion: """
            Examples:
              health me
              health me show --format json
              health me set bloodType aPositive
              health me set dateOfBirth 1990-05-23
            """,
        subcommands: [MeShowCommand.self, MeSetCommand.self], defaultSubcommand: MeShowCommand.self)
}
