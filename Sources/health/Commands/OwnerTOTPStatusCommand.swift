// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HealthStore

/// `health owner totp status`.
struct OwnerTOTPStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether a code is required, and how many recovery codes are left.",
        discussion: """
            Examples:
              health owner totp status
            """)

    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let factor = try storeOptions.open(.readOnly).ownerSecondFactor()
        let output = Output.standard()
        try output.line(
            factor.map { "on; recovery codes left: \($0.recoveryCodes)" } ?? "off: the passphrase is enough to sign in")
        try output.flush()
    }
}
