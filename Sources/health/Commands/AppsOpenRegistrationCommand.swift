// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The `health apps open-registration` command.
struct AppsOpenRegistrationCommand: ParsableCommand {
    /// Whether apps can register without a code.
    enum Setting: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    static let configuration = CommandConfiguration(
        commandName: "open-registration",
        abstract: "Show or set whether apps can register with the server without a pairing code.",
        discussion: """
            Open registration is off by default. If it is on, any program that reaches the server can register and ask you for \
            permission; its identifier and its name get a random suffix, and at most eight such apps can wait for your first \
            answer.

            Examples:
              health apps open-registration
              health apps open-registration on
              health apps open-registration off
            """)

    @Argument(help: "on or off; without it, the setting is printed.")
    var setting: Setting?

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        let database = try answer.open(.create)
        if let setting { try database.setRegistrationOpen(setting == .on) }
        let isOpen = try database.isRegistrationOpen()
        try answer.print(["isOpen": .bool(isOpen)], text: setting == nil ? [isOpen ? "on" : "off"] : [])
    }
}
