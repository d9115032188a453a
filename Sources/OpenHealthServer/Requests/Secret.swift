// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Random strings that are credentials: tokens of apps, sessions and forms of the owner.
package enum Secret {
    /// The prefix of an app's token, by which people and scanners recognize a leaked one.
    static let tokenPrefix = "ohk_"

    /// The prefix of an access token of OAuth.
    static let accessPrefix = "oha_"
    /// The prefix of a refresh token of OAuth.
    static let refreshPrefix = "ohr_"

    /// Returns a new token for an app: 256 random bits.
    static func token() -> String { tokenPrefix + random() }

    /// Returns random bytes as a string (base64url of RFC 4648, without padding).
    static func random(bytes count: Int = 32) -> String {
        text(SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Data($0) })
    }

    /// Returns groups of four random letters and digits for people to type, with 20 bits each, without characters that are easily
    /// confused.
    static func code(groups: Int) -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        var random = SystemRandomNumberGenerator()
        return (0..<groups).map { _ in String((0..<4).map { _ in letters[Int.random(in: 0..<32, using: &random)] }) }
            .joined(separator: "-")
    }

    /// Returns bytes as a string (base64url of RFC 4648, without padding).
    package static func text(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns the SHA-256 hash of a string, the stored form of secrets that are only compared.
    static func hash(_ text: String) -> Data {
        Data(SHA256.hash(data: Data(text.utf8)))
    }

    /// Returns whether two strings are equal, in a time that depends only on the length of the second.
    static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard !right.isEmpty else { return left.isEmpty }
        var difference = left.count ^ right.count
        for index in right.indices {
            difference |= Int((index < left.count ? left[index] : 0) ^ right[index])
        }
        return difference == 0
    }
}
