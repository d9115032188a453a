// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import OpenHealthAPI
import OpenHealthModel
import Synchronization

/// The signed tokens of clients of Nightscout's interface: JSON Web Tokens (RFC 7519) with HMAC-SHA256.
///
/// A token names the credential for which it was given, so that it ends with the credential. The key is that of the process: after a restart,
/// clients get new tokens.
final class NightscoutTokens: Sendable {
    /// The number of seconds for which a token is valid, as on a server of Nightscout: 8 hours.
    static let seconds = 28_800

    private let key = SymmetricKey(size: .bits256)
    /// The hashes of tokens of apps and readers for which tokens were given, by their names in tokens.
    private let credentials = Mutex<[String: Data]>([:])

    private static let header = text(.object([("alg", .string("HS256")), ("typ", .string("JWT"))]))

    /// Returns a token for a credential.
    /// - Parameters:
    ///   - credential: The hash of the token of an app or a reader.
    ///   - issued: The current date, in seconds since 1970.
    func token(of credential: Data, issued: Int) -> String {
        // The stored hash cannot be derived from the name.
        let subject = Secret.text(
            Data(HMAC<SHA256>.authenticationCode(for: Data("subject".utf8) + credential, using: key)))
        credentials.withLock { $0[subject] = credential }
        let content = JSONValue.object([
            ("sub", .string(subject)), ("iat", .integer(issued)), ("exp", .integer(issued + Self.seconds)),
        ])
        let text = Self.header + "." + Self.text(content)
        return text + "." + Secret.text(signature(of: text))
    }

    /// Returns a credential without the name of the parameter that has it in addresses, which some clients write in other places, too.
    static func withoutName(_ sent: String) -> String {
        let name = NightscoutRoutes.tokenParameter + "="
        return sent.hasPrefix(name) ? String(sent.dropFirst(name.count)) : sent
    }

    /// Returns whether a credential of a request has the form of these tokens. Tokens of apps contain no point.
    static func isToken(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: ".")) }

    /// The maximum number of bytes of a token.
    private static let maximumLength = 1000

    /// Returns the hash of the token of an app or a reader for which a token was given; nil if the token is not valid at a date, in seconds since 1970.
    func credential(of token: String, at now: Double) -> Data? {
        guard token.utf8.count <= Self.maximumLength else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == Self.header,
            Secret.isEqual(parts[2], Secret.text(signature(of: parts[0] + "." + parts[1]))),
            let content = Self.json(parts[1]), let subject = content["sub"]?.string, let end = content["exp"]?.double,
            now < end
        else { return nil }
        return credentials.withLock { $0[subject] }
    }

    private func signature(of text: String) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }

    private static func text(_ json: JSONValue) -> String { Secret.text(Data(json.bytes)) }

    private static func json(_ part: String) -> JSONValue? {
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).flatMap { JSONValue(String(decoding: $0, as: UTF8.self)) }
    }
}
