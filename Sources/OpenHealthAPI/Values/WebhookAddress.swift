// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The address of a receiver: `https`, or `http` to the server's own machine.
package struct WebhookAddress: Sendable, Equatable {
    /// The address specified by the app.
    package let text: String

    /// The maximum length of an address, in bytes.
    package static let maximumBytes = 2000

    /// Parses the address.
    package init(_ json: JSONReader) throws(Problem) {
        let text = try json.string()
        // An address contains only letters, digits and the punctuation of RFC 3986.
        guard text.utf8.count <= Self.maximumBytes, text.utf8.allSatisfy({ (33...126).contains($0) }),
            let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty
        else {
            throw json.problem(
                "Expected the address of a receiver, such as https://steps.example.org/changed, of at most "
                    + "\(Self.maximumBytes) bytes.", kind: .invalidArgument)
        }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil else {
            throw json.problem(
                "The address of a receiver cannot have a user, password or fragment.", kind: .invalidArgument)
        }
        guard host.utf8.allSatisfy(Self.isOfHost), (parts.port ?? 1) > 0, (parts.port ?? 1) <= 65_535 else {
            throw json.problem(
                "The host of a receiver must be a name of letters, digits, dots and dashes, or an address.",
                kind: .invalidArgument)
        }
        guard parts.query == nil || !Self.isLoopback(host) else {
            throw json.problem(
                "An address on the server's own machine cannot have a query, which another program could act on.",
                kind: .invalidArgument)
        }
        let scheme = parts.scheme?.lowercased()
        guard scheme == "https" || (scheme == "http" && Self.isLoopback(host)) else {
            throw json.problem(
                "Use https. Plain http is for receivers on the server's own machine alone: localhost, 127.0.0.1 or [::1].",
                kind: .invalidArgument)
        }
        self.text = text
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: [UInt8(ascii: "-"), 0x2e, 0x5f, 0x3a, 0x5b, 0x5d].contains(byte)
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}
