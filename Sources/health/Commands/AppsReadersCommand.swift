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

/// The `health apps readers` command.
struct AppsReadersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readers",
        abstract: "List, create and revoke tokens that can only read with Nightscout's interface.",
        discussion: """
            A reader belongs to a connection of Nightscout (`health apps pair --for nightscout`) and reads the documents that the \
            connection reads. Its token is also valid in addresses, as ?token=TOKEN, which many clients send. Addresses are in the \
            logs of proxies, so it can neither save nor delete anything.

            --create prints the token, which is shown only once. Only the token is printed to standard output, and with --server \
            the address with it. The readers of a connection end with its token, and when the connection is revoked.

            Examples:
              health apps readers
              health apps readers phone.nightscout --create
              health apps readers phone.nightscout --create --name Watch --server https://health.example.org
              health apps readers phone.nightscout --revoke Watch
            """)

    @Argument(help: "The connection, such as phone.nightscout; all connections by default.")
    var app: String?

    @Flag(help: "Create a reader of the connection.")
    var create = false

    @Option(help: .value("name", "The name of the new reader, with --create; Reader by default."))
    var name: String?

    @Option(help: .value("address", "Also print this address of the server with the token, with --create."))
    var server: String?

    @Option(help: .value("name", "Revoke the reader with this name."))
    var revoke: String?

    @OptionGroup var listing: ListingOptions

    func run() throws {
        guard create || (name == nil && server == nil) else {
            throw ToolError(
                .badArgument, "--name and --server need --create", remedy: "add --create, or leave them out")
        }
        guard create || revoke != nil else {
            return try list()
        }
        guard let app, !create || revoke == nil else {
            throw ToolError(
                .badArgument, "--create and --revoke need one connection, and exclude each other",
                remedy: "write `health apps readers phone.nightscout --create`, or --revoke NAME")
        }
        let database = try listing.storeOptions.open(.readWrite)
        if let revoke {
            try database.apps.readers.revoke(revoke, of: app)
            Terminal.note("The token of the reader \(revoke.printable) is revoked.\n")
            // The table format prints nothing; the others print the readers that remain.
            return listing.format == .table ? () : try list()
        }
        let server = try server.map {
            try ServerAddress.checked($0, "--server needs the address of the server as the client reaches it")
        }
        try printCreated(try NewReader.create(name, of: app, in: database), address: server)
    }

    private func list() throws {
        try listing.print(as: Self.columns, nothing: "no readers") { try $0.apps.readers.all(of: app) }
    }

    /// - Parameter server: The address of the server; nil to print the token alone.
    private func printCreated(_ reader: NewReader, address server: String?) throws {
        let address = server.map(reader.address)
        if listing.format == .table {
            let output = Output.standard()
            try output.line("token: \(reader.token)")
            if let address { try output.line("address: \(address)") }
            try output.flush()
        } else {
            let created = Created(reader: reader, address: address)
            try listing.print([created], as: Created.columns, clock: ZoneClock(.gmt), nothing: "")
        }
        Terminal.note(
            "The reader \(reader.name.printable) of \(reader.app) can read until you revoke it. The token is shown only now.\n"
        )
    }

    /// A reader that was created, with its token.
    private struct Created {
        var reader: NewReader
        var address: String?

        static var columns: [Column<Created>] {
            [
                Column("app") { .text($0.reader.app) },
                Column("name") { .text($0.reader.name) },
                Column("token") { .text($0.reader.token) },
                Column("address") { .text($0.address) },
            ]
        }
    }

    private static var columns: [Column<ReaderToken>] {
        [
            Column("app") { .text($0.app.identifier) },
            Column("name", fit: .cuttable) { .text($0.name) },
            Column("created") { .instant($0.created) },
            Column("lastUse") { .instant($0.used) },
            Column("usedFrom") { .text($0.usedFrom) },
        ]
    }
}
