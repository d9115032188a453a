// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthServer
import OpenHealthSession
import OpenHealthStore

/// The `health apps pair` command.
struct AppsPairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Create a code for an app to register with the server.",
        discussion: """
            The code is valid once, for ten minutes. Without an app, it is for any app that the store does not know yet. With an \
            app, it is for that app only, which gets a new token and keeps its permissions: for a new device or a lost token. \
            Only the code is printed to standard output.

            Examples:
              health apps pair
              health apps pair --server https://health.example.org
              health apps pair org.example.steps --end-token
              health apps pair --for health-auto-export --server https://health.example.org

            With --for, it connects an app on a phone that pushes data in its own format: it prints the address and the token \
            to enter there. The app may save the types that phones push, or those of --share. --imports and --continues are \
            those of `health apps phone`.
            """)

    @Argument(help: "The bundle identifier of the app that can use the code, such as org.example.steps.")
    var app: String?

    @Flag(help: "Revoke the app's current token immediately instead of when the code is used.")
    var endToken = false

    @Option(help: .value("address", "Also print a QR code with this address of the server."))
    var server: String?

    @Option(
        name: .customLong("for"),
        help: .value("app", "Connect this app on a phone, which pushes to the address of --server."))
    var phone: PhoneApp?

    @Option(help: .value("name", "The name of the connection, with --for."))
    var name: String?

    @Option(
        parsing: .upToNextOption,
        help: .value("type", "The types that the app may save, with --for; by default all that phones push."))
    var share: [String] = []

    @Flag(help: "State that it is the phone whose exports you import, with --for.")
    var imports = false

    @Option(help: .value("connection", "An earlier connection of the same phone, with --for."))
    var continues: String?

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        if let phone { return try connect(phone) }
        if name != nil || !share.isEmpty || imports || continues != nil {
            throw ToolError(
                .badArgument, "--name, --share, --imports and --continues need --for",
                remedy: "name an app with --for")
        }
        if endToken, app == nil {
            throw ToolError(.badArgument, "--end-token needs an app", remedy: "give its bundle identifier")
        }
        if let app, !PairingCode.canRegister(app) {
            throw ToolError(
                .badArgument, "\(app.printable) cannot register",
                remedy: "give a bundle identifier, such as org.example.steps")
        }
        let database = try outputOptions.open(.create)
        let (code, now) = (PairingCode(), Date())
        let expires = now.addingTimeInterval(PairingCode.seconds)
        try database.apps.addPairingCode(code.hash, for: app, at: now, expires: expires, endsToken: endToken)
        try outputOptions.print(
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

    /// Connects an app on a phone.
    private func connect(_ phone: PhoneApp) throws {
        guard app == nil, !endToken else {
            throw ToolError(
                .badArgument, "--for makes a connection of its own", remedy: "leave out the app and --end-token")
        }
        let server = try ServerAddress.checked(server, "--for needs the address of the server as the phone reaches it")
        let types = try share.map { name -> String in
            guard let type = HealthTypes.matching(name) else {
                throw ToolError(
                    .badArgument, "no type is called \(name.printable)", remedy: "give names such as stepCount")
            }
            return type.identifier
        }
        let database = try outputOptions.open(.create)
        let connection = try PhoneConnection.create(
            phone, server: server, name: name, types: types.isEmpty ? nil : types, includesImports: imports,
            continuing: continues, in: database)
        try outputOptions.print(
            [
                "app": .string(connection.app.identifier), "name": .string(connection.app.name),
                "address": .string(connection.address),
                "token": .optional(connection.token.isEmpty ? nil : connection.token),
                "header": .optional(connection.header.map { "\($0.name): \($0.value)" }),
                "code": .optional(connection.code?.text), "links": .array(connection.links.map { .string($0.link) }),
            ], text: Self.lines(connection))
        for link in connection.links.prefix(1) {
            if let picture = QRCode(link.link) { Terminal.note(picture.text + "\n") }
        }
        if connection.code != nil { Terminal.note("The code is valid once, for ten minutes.\n") }
        Terminal.note("\(connection.app.name) is the app \(connection.app.identifier); see `health apps`.\n")
    }

    private static func lines(_ connection: PhoneConnection) -> [String] {
        var lines = ["address: \(connection.address)"]
        if let header = connection.header { lines.append("header: \(header.name): \(header.value)") }
        if let code = connection.code { lines.append("code: \(code.text)") }
        for link in connection.links { lines.append("link for \(link.purpose): \(link.link)") }
        return lines
    }
}

extension PhoneApp: ExpressibleByArgument {}
