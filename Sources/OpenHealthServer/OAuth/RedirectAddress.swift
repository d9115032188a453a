// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI

/// The rules for redirect URIs: https addresses, http addresses of loopback, and schemes of apps (RFC 8252, 7).
///
/// Addresses are compared as texts. Only the port of an address of loopback may differ.
package enum RedirectAddress {
    /// The maximum number of bytes.
    static let maximumLength = 1000

    private static var plain: Regex<(Substring, Substring, Substring?, Substring?)> {
        /http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]{1,5})?([\/?].*)?/
    }

    private static var secure: Regex<(Substring, Substring, Substring?, Substring?)> {
        /https:\/\/([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?([\/?].*)?/
    }

    /// Returns whether an address can be registered.
    static func isValid(_ text: String) -> Bool {
        // Fragments are not allowed (RFC 6749, 3.1.2), and the other characters are not those of addresses.
        guard text.utf8.count <= maximumLength,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !"\"#<>\\^`{|}".utf8.contains($0) })
        else { return false }
        return text.wholeMatch(of: plain) != nil || text.wholeMatch(of: secure) != nil || isOfApp(text)
    }

    /// Returns whether the scheme is that of an app: a domain name in reverse, and none of a browser, such as `javascript` or `data`.
    private static func isOfApp(_ text: String) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasPrefix("/"), let first = parts[0].utf8.first, isLetter(first) else {
            return false
        }
        let names = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        return names.count >= 2
            && names.allSatisfy { name in
                !name.isEmpty
                    && name.utf8.allSatisfy {
                        isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
                    }
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) }

    /// Returns whether a given address is a registered one.
    static func matches(_ given: String, _ registered: String) -> Bool {
        if given == registered { return true }
        guard given.utf8.count <= maximumLength, isValid(given), let one = given.wholeMatch(of: plain),
            let other = registered.wholeMatch(of: plain)
        else { return false }
        return one.output.1 == other.output.1 && (one.output.3 ?? "") == (other.output.3 ?? "")
    }

    /// Returns the origin of the pages at an address, as browsers send it; nil for the scheme of an app.
    package static func origin(_ text: String) -> String? {
        for (scheme, pattern, usualPort) in [("http", plain, ":80"), ("https", secure, ":443")] {
            guard let match = text.wholeMatch(of: pattern) else { continue }
            let port = match.output.2.map(String.init) ?? ""
            return "\(scheme)://\(match.output.1.lowercased())\(port == usualPort ? "" : port)"
        }
        return nil
    }

    /// Returns an address with parameters added to its query.
    static func adding(_ parameters: [(String, String)], to address: String) -> String {
        let query = parameters.map { "\($0.0)=\(PercentEncoding.encoded($0.1))" }.joined(separator: "&")
        return address + (address.contains("?") ? address.hasSuffix("?") ? "" : "&" : "?") + query
    }
}
