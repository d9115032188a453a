// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// The identity of a client before authentication: an IPv4 address, the network part of an IPv6 address (a single machine can use
/// all addresses of its network), or a local socket.
struct ClientAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ address: SocketAddress?) {
        let whole = address?.networkBytes ?? []
        let network = whole.count == 16 ? Array(whole.prefix(8)) : whole
        // A user of this machine can use all its loopback addresses.
        bytes = Self.isLoopback(network) && !network.isEmpty ? [127, 0, 0, 1] : network
    }

    /// Whether the client is this machine, where a proxy can run.
    var isLoopback: Bool { Self.isLoopback(bytes) }

    private static func isLoopback(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 0: true
        case 4: bytes[0] == 127
        // The network of ::1, which has no other addresses.
        default: bytes.allSatisfy { $0 == 0 }
        }
    }
}

extension SocketAddress {
    /// The bytes of an IP address: four or sixteen, with four for an IPv4 address in IPv6; nil for other sockets.
    var networkBytes: [UInt8]? {
        // The offset of the address in the kernel's structures: after the family and the port, and the flow information of IPv6.
        switch self {
        case .v4: return part(from: 4, count: 4)
        case .v6:
            let whole = part(from: 8, count: 16)
            // An IPv4 address on a socket that listens for both.
            let isIPv4 = whole.prefix(10).allSatisfy { $0 == 0 } && whole.dropFirst(10).prefix(2) == [0xff, 0xff]
            return isIPv4 ? Array(whole.suffix(4)) : whole
        case .unixDomainSocket: return nil
        }
    }

    private func part(from start: Int, count: Int) -> [UInt8] {
        withSockAddr { pointer, size in
            Array(UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(start).prefix(count))
        }
    }
}

/// An IP address, or all addresses with the same prefix: `192.0.2.1`, `10.0.0.0/8`, `fd00::/8`.
public struct AddressRange: Hashable, Sendable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Parses an address, or an address and a number of bits.
    /// - Returns: The range, or nil if the string is neither, or if bits after the prefix are set.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = try? SocketAddress(ipAddress: String(first), port: 0),
            let bytes = address.networkBytes
        else { return nil }
        var bits = bytes.count * 8
        if parts.count == 2 {
            guard let number = UInt8(parts[1]), parts[1].allSatisfy(\.isNumber), Int(number) <= bits else { return nil }
            bits = Int(number)
        }
        self.bytes = bytes
        self.bits = bits
        guard Self.masked(bytes, bits) == bytes else { return nil }
    }

    /// Returns whether an address is in the range.
    func contains(_ address: SocketAddress) -> Bool {
        guard let other = address.networkBytes, other.count == bytes.count else { return false }
        return Self.masked(other, bits) == bytes
    }

    /// Returns the address with all bits after the prefix cleared.
    private static func masked(_ bytes: [UInt8], _ bits: Int) -> [UInt8] {
        bytes.indices.map { index in
            let kept = max(0, min(8, bits - index * 8))
            return kept == 0 ? 0 : bytes[index] & (0xff << UInt8(8 - kept))
        }
    }
}

/// The proxies that are trusted to report the client's address.
///
/// A proxy appends the address that a request came from to `X-Forwarded-For` or `Forwarded`; the previous entries came with the
/// request and can be forged. The list is therefore read from its end, up to the last entry that was written by a trusted proxy.
struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    init(_ ranges: [AddressRange]) {
        self.ranges = ranges
    }

    /// Returns the address of a request's client.
    /// - Parameter peer: The other end of the connection.
    func client(of request: Request, from peer: SocketAddress?) -> SocketAddress? {
        guard var address = peer, isTrusted(address) else { return peer }
        for hop in ForwardedAddresses.list(request).reversed() {
            // An invalid entry was not written by a correctly configured proxy, so the last valid address is used.
            guard let next = hop else { break }
            address = next
            guard isTrusted(address) else { break }
        }
        return address
    }

    private func isTrusted(_ address: SocketAddress) -> Bool { ranges.contains { $0.contains(address) } }
}

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
