// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthServer
import OpenHealthStore

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

/// The `health owner totp status` command.
struct OwnerTOTPStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether a code is required, and how many recovery codes are left.",
        discussion: """
            Examples:
              health owner totp status
            """)

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        let factor = try outputOptions.open(.readOnly).owner.secondFactor()
        let codes = factor?.recoveryCodes
        try outputOptions.print(
            ["isOn": .bool(factor != nil), "recoveryCodes": .integer(codes ?? 0)],
            text: [codes.map { "on; recovery codes left: \($0)" } ?? "off: the passphrase is enough to sign in"])
    }
}

/// The `health owner totp enable` command.
struct OwnerTOTPEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Create a key for an authenticator app, and require its codes.",
        discussion: """
            Prints the key, reads one of its codes from standard input as proof that the app has the key, and prints recovery \
            codes, each of which can be used once in place of a code. A previous key is no longer valid.

            Examples:
              health owner totp enable
            """)

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        let database = try outputOptions.open(.readWrite)
        let key = SecondFactor.newKey()
        try outputOptions.print(
            ["key": .string(Base32.text(key)), "uri": .string(SecondFactor.uri(key))],
            text: ["key: \(Base32.text(key))", SecondFactor.uri(key)])
        if HiddenLine.isTerminal { Terminal.note("Add the key to your authenticator app.\nThe code that it shows: ") }
        guard let code = readLine(), let codes = try SecondFactor(database).enable(key, code: code, at: Date()) else {
            throw ToolError(
                .badArgument, "this is not the current code; nothing was changed",
                remedy: "compare the clocks of both machines, and start again with a new key")
        }
        try RecoveryCodeText.print(codes, outputOptions)
    }
}

/// The `health owner totp disable` command.
struct OwnerTOTPDisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Stop requiring a code in addition to the passphrase.",
        discussion: """
            Examples:
              health owner totp disable
            """)

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        let wasEnabled = try outputOptions.open(.readWrite).owner.removeSecondFactor()
        try outputOptions.print(["wasOn": .bool(wasEnabled)])
        Terminal.note(wasEnabled ? "The second factor is off.\n" : "No second factor was in use.\n")
    }
}
