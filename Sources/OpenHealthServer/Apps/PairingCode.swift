// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthSession
import OpenHealthStore

/// A code with which one app can register: eight letters and digits, valid once and for ten minutes.
package struct PairingCode: Sendable {
    /// The time for which a code is valid, in seconds.
    package static let seconds: TimeInterval = 600
    private static let length = 8

    /// The letters and digits.
    private let letters: String

    /// Creates a random code: forty bits.
    package init() { letters = CodeLetters.random(Self.length) }

    /// Parses a typed code, in upper or lower case, with or without a hyphen and spaces.
    /// - Returns: The code, or nil if the string is not a code.
    package init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let letters = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard letters.count == Self.length, letters.allSatisfy(CodeLetters.all.contains) else { return nil }
        self.letters = letters
    }

    /// The code for display, in two groups of four.
    package var text: String { letters.prefix(Self.length / 2) + "-" + letters.suffix(Self.length / 2) }

    /// The SHA-256 hash of the code, which the store contains instead of the code.
    package var hash: Data { Secret.hash("pairing code " + letters) }

    /// Returns the content of a QR code for finding a server.
    /// - Parameter server: The address of the server, without a trailing slash.
    package func link(to server: String) -> String {
        let server = server.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "openhealthkit://pair?code=\(letters)&server=\(server)"
    }

    /// Returns whether an app with an identifier is allowed to register.
    package static func canRegister(_ identifier: String) -> Bool {
        AppIdentity.isIdentifier(identifier) && !WebApp.owns(identifier)
    }

    /// Returns the name of another app that a name resembles, or nil if there is none.
    package static func app(in database: HealthDatabase, named name: String, besides identifier: String) throws
        -> String?
    {
        let skeleton = AppName.skeleton(name)
        return try database.apps.names(besides: identifier).first { AppName.skeleton($0) == skeleton }
    }
}

/// Random text for people to type.
enum CodeLetters {
    /// Letters and digits that are not easily confused.
    static let all = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")

    /// Returns a number of random letters.
    static func random(_ count: Int) -> String {
        var random = SystemRandomNumberGenerator()
        return String((0..<count).map { _ in all[Int.random(in: all.indices, using: &random)] })
    }
}
