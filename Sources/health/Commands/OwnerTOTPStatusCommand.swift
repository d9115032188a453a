// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The `health owner totp status` command.
struct OwnerTOTPStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether a code is required, and how many recovery codes are left.",
        discussion: """
            Examples:
              health owner totp status
            """)

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        let factor = try answer.open(.readOnly).ownerSecondFactor()
        let codes = factor?.recoveryCodes
        try answer.print(
            ["isOn": .bool(factor != nil), "recoveryCodes": .integer(codes ?? 0)],
            text: [codes.map { "on; recovery codes left: \($0)" } ?? "off: the passphrase is enough to sign in"])
    }
}
