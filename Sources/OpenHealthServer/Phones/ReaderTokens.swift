// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthSession
import OpenHealthStore

/// A new reader of a connection of Nightscout, and its token, which is not stored.
package struct NewReader: Sendable {
    /// The identifier of the connection.
    package let app: String
    /// The name of the reader.
    package let name: String
    /// The token.
    package let token: String

    /// Creates a reader in the store.
    /// - Parameters:
    ///   - name: The name; nil for the usual one.
    ///   - app: The identifier of the connection.
    /// - Throws: A ``StoreError``: `notFound` if there is no such connection, `invalidArgument` if it is not one of Nightscout, the name is
    ///   not valid or taken, or there are too many readers.
    package static func create(
        _ name: String?, of app: String, in database: HealthDatabase, at date: Date = Date()
    ) throws -> NewReader {
        guard PhoneApp.nightscout.owns(app) else {
            throw StoreError(
                .invalidArgument, message: "\(app) is not a connection of Nightscout",
                remedy: "create one with `health apps pair --for nightscout`, and list the apps with `health apps`")
        }
        let wanted = name.map(AppName.normalized)
        if let fault = wanted.flatMap(AppName.fault) {
            throw StoreError(
                .invalidArgument, message: "the name of the reader is not valid",
                remedy: fault.prefix(1).lowercased() + fault.dropFirst().prefix { $0 != "." })
        }
        let token = Secret.readerToken()
        let added = try database.apps.readers.add(wanted, of: app, hash: ReaderToken.hash(token), at: date)
        return NewReader(app: app, name: added, token: token)
    }

    /// Returns the address of a server with the token, which some clients take. Clients add paths to what is before the query, so it does not
    /// end with a slash.
    package func address(of server: String) -> String {
        (server.hasSuffix("/") ? String(server.dropLast()) : server) + "?\(NightscoutRoutes.tokenParameter)=\(token)"
    }
}

extension ReaderToken {
    /// The key of the reader among those of apps, whose identifiers have no spaces.
    var key: String { "\(app.identifier) reader \(id)" }

    /// Returns the stored form of a token. Clients send the token or its SHA-1, like the secret of an uploader.
    static func hash(_ token: String) -> Data { Secret.hash(PhoneConnection.token(ofSecret: token)) }
}

extension Secret {
    /// The prefix of a reader's token, by which people and scanners recognise a leaked one.
    static let readerPrefix = "ohn"

    /// Returns a new token for a reader: 119 random bits, in the form of the tokens of a server of Nightscout.
    ///
    /// LoopFollow finds a token in an address only if it is a name and 16 hexadecimal digits with a hyphen between them, and
    /// M5_NightscoutMon has space for 31 characters.
    static func readerToken() -> String {
        var random = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let name = String((0..<11).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
        let digits = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
        return readerPrefix + name + "-" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
