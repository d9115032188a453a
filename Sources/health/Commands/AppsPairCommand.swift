// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthServer
import OpenHealthStore

/// The `health apps pair` command.
struct AppsPairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Create a code with which an app registers with the server.",
        discussion: """
            The code is valid once, for ten minutes. Without an app, it is for any app that the store does not know yet. With an \
            app, it is for that app only, which gets a new token and keeps its permissions: for a new device or a lost token. \
            Only the code is printed to standard output.

            Examples:
              health apps pair
              health apps pair --server https://health.example.org
              health apps pair org.example.steps --end-token
            """)

    @Argument(help: "The bundle identifier of the app that can use the code, such as org.example.steps.")
    var app: String?

    @Flag(help: "Revoke the app's current token at once, and not only when the code is used.")
    var endToken = false

    @Option(
        help: ArgumentHelp(
            "Also print a QR code with this address of the server.", valueName: "address"))
    var server: String?

    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        if endToken, app == nil {
            throw ToolError(.badArgument, "--end-token needs an app", remedy: "give its bundle identifier")
        }
        if let app, !PairingCode.canRegister(app) {
            throw ToolError(
                .badArgument, "\(app.printable) cannot register",
                remedy: "give a bundle identifier, such as org.example.steps")
        }
        let database = try storeOptions.open(.create)
        let (code, now) = (PairingCode(), Date())
        let expires = now.addingTimeInterval(PairingCode.seconds)
        try database.addPairingCode(code.hash, for: app, at: now, expires: expires, endsToken: endToken)
        try answer.print(
            [
                "code": .string(code.text), "app": .optional(app), "expires": .string(InstantText.utc(expires)),
            ], text: [code.text])
        if let server {
            let address = server.hasSuffix("/") ? String(server.dropLast()) : server
            guard let picture = QRCode(code.link(to: address)) else {
                throw ToolError(
                    .badArgument, "the address of the server is too long for a QR code", remedy: "type the code")
            }
            Terminal.note(picture.text + "\n")
        }
        Terminal.note("The code is valid once, for ten minutes.\n")
    }
}
