// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthServer
import OpenHealthStore

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

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        let database = try answer.open(.readWrite)
        let key = SecondFactor.newKey()
        try answer.print(
            ["key": .string(Base32.text(key)), "uri": .string(SecondFactor.uri(key))],
            text: ["key: \(Base32.text(key))", SecondFactor.uri(key)])
        if HiddenLine.isTerminal { Terminal.note("Add the key to your authenticator app.\nThe code that it shows: ") }
        guard let code = readLine(), let codes = try SecondFactor(database).enable(key, code: code, at: Date()) else {
            throw ToolError(
                .badArgument, "this is not the current code; nothing was changed",
                remedy: "compare the clocks of both machines, and start again with a new key")
        }
        try RecoveryCodeText.print(codes, answer)
    }
}
