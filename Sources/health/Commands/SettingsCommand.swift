// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The `health settings` command.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show and change the home time zone, the first day of the week and units.",
        discussion: """
            The settings are part of the store: the tool and the pages of `health serve` use them.

            Examples:
              health settings
              health settings set timeZone Europe/Berlin
              health settings set firstWeekday sunday
              health units bodyMass lb
            """,
        subcommands: [SettingsShowCommand.self, SettingsSetCommand.self], defaultSubcommand: SettingsShowCommand.self)
}
