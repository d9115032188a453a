// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The `health owner totp disable` command.
struct OwnerTOTPDisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Stop requiring a code in addition to the passphrase.",
        discussion: """
            Examples:
              health owner totp disable
            """)

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        let wasEnabled = try answer.open(.readWrite).removeOwnerSecondFactor()
        try answer.print(["wasOn": .bool(wasEnabled)])
        Terminal.note(wasEnabled ? "The second factor is off.\n" : "No second factor was in use.\n")
    }
}
