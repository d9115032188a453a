// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The `health owner totp` command.
struct OwnerTOTPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "totp",
        abstract: "Require a code of an authenticator app in addition to the passphrase.",
        discussion: """
            Codes are those of RFC 6238: SHA-1, six digits, 30 seconds.

            Examples:
              health owner totp
              health owner totp enable
              health owner totp recovery-codes
              health owner totp disable
            """,
        subcommands: [
            OwnerTOTPStatusCommand.self, OwnerTOTPEnableCommand.self, OwnerTOTPRecoveryCodesCommand.self,
            OwnerTOTPDisableCommand.self,
        ], defaultSubcommand: OwnerTOTPStatusCommand.self)
}
