// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// The addresses that proxies have written into the head of a request.
enum ForwardedAddresses {
    private static let forwarded = HTTPField.Name("Forwarded")
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    /// How many hops are looked at; more are no proxies.
    private static let most = 32

    /// The addresses from the first hop to the last; nil stands for one that cannot be read.
    ///
    /// None where both headers are there: a proxy writes one of them and passes the other on as it came, and nothing tells
    /// which.
    static func list(_ request: Request) -> [SocketAddress?] {
        let standard = forwarded.map { request.headers[values: $0] } ?? []
        let usual = forwardedFor.map { request.headers[values: $0] } ?? []
        guard standard.isEmpty || usual.isEmpty else { return [] }
        if !standard.isEmpty { return parsed(standard.joined(separator: ",")) }
        return usual.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.suffix(most)
            .map { address(trimmed($0)) }
    }

    /// The `for` of each element of `Forwarded` (RFC 7239, 4).
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

    /// The parts between separators that stand outside of quotation marks; nil where a quotation mark has no end.
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

    /// An address as proxies write it: IPv4 or IPv6, IPv6 in brackets or not, with a port or without.
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
        // A zone names an interface of one machine, which means nothing on another.
        guard !host.contains("%") else { return nil }
        return try? SocketAddress(ipAddress: String(host), port: 0)
    }
}
