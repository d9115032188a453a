// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthServer
import OpenHealthStore

/// The `health owner totp recovery-codes` command.
struct OwnerTOTPRecoveryCodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery-codes",
        abstract: "Replace the recovery codes.",
        discussion: """
            Examples:
              health owner totp recovery-codes
            """)

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        guard let codes = try SecondFactor(answer.open(.readWrite)).renewCodes() else {
            throw ToolError(
                .badArgument, "no second factor is in use", remedy: "enable it with `health owner totp enable`")
        }
        try RecoveryCodeText.print(codes, answer)
    }
}
