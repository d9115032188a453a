// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
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

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        guard let codes = try SecondFactor(outputOptions.open(.readWrite)).renewCodes() else {
            throw ToolError(
                .badArgument, "no second factor is in use", remedy: "enable it with `health owner totp enable`")
        }
        try RecoveryCodeText.print(codes, outputOptions)
    }
}

/// The printed form of recovery codes: one per line, so that they can be redirected to a file.
enum RecoveryCodeText {
    static func print(_ codes: [String], _ outputOptions: StoreOutputOptions) throws {
        Terminal.note("Recovery codes, each for one sign-in. They are not shown again.\n")
        try outputOptions.print(["recoveryCodes": .texts(codes)], text: codes)
    }
}
