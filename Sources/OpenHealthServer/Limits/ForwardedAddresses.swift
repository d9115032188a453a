// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// The addresses that proxies have added to the header of a request.
enum ForwardedAddresses {
    private static let forwarded = HTTPField.Name("Forwarded")
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    /// The maximum number of hops that are read; no real chain of proxies has more.
    private static let most = 32

    /// Returns the addresses from the first hop to the last, with nil for an address that cannot be parsed.
    ///
    /// The list is empty if both fields are present: a proxy writes one of them and passes the other unchanged, and it is unknown
    /// which.
    static func list(_ request: Request) -> [SocketAddress?] {
        let standard = forwarded.map { request.headers[values: $0] } ?? []
        let usual = forwardedFor.map { request.headers[values: $0] } ?? []
        guard standard.isEmpty || usual.isEmpty else { return [] }
        if !standard.isEmpty { return parsed(standard.joined(separator: ",")) }
        return usual.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.suffix(most)
            .map { address(trimmed($0)) }
    }

    /// Returns the `for` of each element of `Forwarded` (RFC 7239, 4).
    private static func parsed(_ text: String) -> [SocketAddress?] {
        guard let elements = split(text[...], at: ",") else { return [nil] }
        return elements.suffix(most).map { element in
            guard let pairs = split(element, at: ";") else { return nil }
            let named = pairs.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
                .filter { $0.count == 2 && trimmed($0[0]).lowercased() == "for" }
            guard named.count == 1, let value = named.first?.last else { return nil }
            return address(unquoted(trimmed(value)))
        }
    }

    /// Returns the parts between the separators outside quotation marks, or nil if a quotation mark is not closed.
    private static func split(_ text: Substring, at separator: Character) -> [Substring]? {
        var (parts, start, isQuoted, isEscaped) = ([Substring](), text.startIndex, false, false)
        for index in text.indices {
            if isEscaped {
                isEscaped = false
            } else if text[index] == "\\", isQuoted {
                isEscaped = true
            } else if text[index] == "\"" {
                isQuoted.toggle()
            } else if text[index] == separator, !isQuoted {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        return isQuoted ? nil : parts + [text[start...]]
    }

    private static func unquoted(_ text: Substring) -> Substring {
        text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? text.dropFirst().dropLast() : text
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
    }

    /// Parses an address as proxies write it: IPv4 or IPv6, IPv6 with or without brackets, with or without a port.
    private static func address(_ text: Substring) -> SocketAddress? {
        guard text.utf8.count <= 60, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        var host = text
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":"), host.contains(":") else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        if let port { guard UInt16(port) != nil, port.allSatisfy(\.isNumber) else { return nil } }
        // A zone names an interface of one machine and is meaningless on another.
        guard !host.contains("%") else { return nil }
        return try? SocketAddress(ipAddress: String(host), port: 0)
    }
}
