// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import OpenHealthAccess
import OpenHealthStore

/// The target of a delivery: an address that was looked up and validated, to which the connection is made.
struct ReceiverTarget: Sendable, Equatable {
    /// The host as named by the client.
    let host: String
    /// The IPv4 or IPv6 address to connect to.
    let address: String

    /// The reason why nothing is sent to a receiver.
    enum Refusal: Error, Equatable {
        /// The host has no address.
        case unknownHost
        /// None of the host's addresses may be used.
        case forbiddenAddress
    }

    /// Looks up the host of a receiver and validates its addresses. Blocks until the system's resolver has answered.
    /// - Throws: A ``Refusal``.
    init(_ webhook: Webhook, _ resolve: (String, Int) -> [SocketAddress]) throws(Refusal) {
        guard let parts = URLComponents(string: webhook.url), let host = parts.host else { throw .unknownHost }
        let isPlain = parts.scheme?.lowercased() != "https"
        let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        let found = resolve(name, parts.port ?? (isPlain ? 80 : 443))
        guard !found.isEmpty else { throw .unknownHost }
        let usable = found.first { address in
            switch NetworkScope(address) {
            case .global: !isPlain
            case .local: !isPlain && webhook.isLocal
            // A query could trigger an action of another service on this machine.
            case .loopback: webhook.isLocal && parts.query == nil
            case .unusable: false
            }
        }
        guard let address = usable?.ipAddress else { throw .forbiddenAddress }
        self.host = name
        self.address = address
    }
}

/// The part of the network that an address belongs to, according to the registries of special-purpose addresses (RFC 6890 and its
/// successors).
enum NetworkScope: Int, Comparable, Sendable {
    /// The internet.
    case global
    /// A private, shared or link-local network, or an address that is translated or tunneled to IPv4.
    case local
    /// This machine.
    case loopback
    /// Not an address of one machine: unspecified, multicast, broadcast or reserved.
    case unusable

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Creates the scope of an address, which is loopback for a local socket.
    init(_ address: SocketAddress) {
        // The offset of the address in the kernel's structures: after the family and the port, and the flow information of IPv6.
        let (start, count): (Int, Int)
        switch address {
        case .v4: (start, count) = (4, 4)
        case .v6: (start, count) = (8, 16)
        case .unixDomainSocket:
            self = .loopback
            return
        }
        let bytes = address.withSockAddr { pointer, size in
            Array(UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(start).prefix(count))
        }
        self = count == 4 ? Self.v4(bytes[...]) : Self.v6(bytes)
    }

    private static func v4(_ bytes: ArraySlice<UInt8>) -> Self {
        matches(bytes, v4Unusable)
            ? .unusable : matches(bytes, [([127], 8)]) ? .loopback : matches(bytes, v4Local) ? .local : .global
    }

    private static func v6(_ bytes: [UInt8]) -> Self {
        if bytes == Array(repeating: 0, count: 15) + [1] { return .loopback }
        if bytes.allSatisfy({ $0 == 0 }) { return .unusable }
        // Addresses that embed an IPv4 address are never global, even if that address is.
        for (prefix, place) in v4Inside where bytes.starts(with: prefix) {
            return max(.local, v4(bytes[place..<place + 4]))
        }
        if matches(bytes[...], [([0xff], 8), ([0x01, 0x00, 0, 0, 0, 0, 0, 0], 64), ([0x20, 0x01, 0x0d, 0xb8], 32)]) {
            return .unusable
        }
        return matches(bytes[...], v6Local) ? .local : .global
    }

    private typealias Range = (prefix: [UInt8], bits: Int)

    private static let v4Unusable: [Range] = [
        ([0], 8), ([192, 0, 2], 24), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]
    private static let v4Local: [Range] = [
        ([10], 8), ([100, 64], 10), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24), ([192, 88, 99], 24),
        ([192, 168], 16), ([198, 18], 15),
    ]
    /// Unique local, link-local and site-local networks, translation within a network, Teredo and other assignments that are not
    /// global unicast.
    private static let v6Local: [Range] = [
        ([0xfc], 7), ([0xfe, 0x80], 10), ([0xfe, 0xc0], 10), ([0x00, 0x64, 0xff, 0x9b, 0x00, 0x01], 48),
        ([0x20, 0x01, 0x00], 23), ([0x3f, 0xff, 0x00], 20), ([0x5f, 0x00], 16), ([0x00], 8),
    ]
    /// The prefixes of addresses that embed an IPv4 address, and its offset: mapped, translated (NAT64), compatible, 6to4.
    private static let v4Inside: [(prefix: [UInt8], place: Int)] = [
        (Array(repeating: 0, count: 10) + [0xff, 0xff], 12),
        ([0x00, 0x64, 0xff, 0x9b] + Array(repeating: 0, count: 8), 12),
        (Array(repeating: 0, count: 12), 12),
        ([0x20, 0x02], 2),
    ]

    private static func matches(_ bytes: ArraySlice<UInt8>, _ ranges: [Range]) -> Bool {
        ranges.contains { range in
            zip(range.prefix, bytes).enumerated().allSatisfy { index, pair in
                let bits = min(8, max(0, range.bits - index * 8))
                let mask = UInt8(truncatingIfNeeded: 0xff00 >> bits)
                return pair.0 & mask == pair.1 & mask
            }
        }
    }
}

/// The hosts of receivers that need the owner's permission for this machine or a private network.
package enum LocalReceiver {
    /// Returns whether a host with a port, such as `localhost:9000`, is on this machine or in a private network. Other names are not looked
    /// up.
    package static func isNamed(by host: String) -> Bool {
        let colon = host.lastIndex(of: ":") ?? host.endIndex
        let name = host[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
        if name == "localhost" || [".localhost", ".local", ".home.arpa"].contains(where: name.hasSuffix) {
            return true
        }
        guard let address = try? SocketAddress(ipAddress: name, port: 0) else { return false }
        return [.local, .loopback].contains(NetworkScope(address))
    }
}

/// Looks up the addresses of hosts.
enum HostResolver {
    /// Returns all addresses of a host, in the system's order of preference. Blocks until the system's resolver has answered.
    static func addresses(of host: String, port: Int) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_protocol = Int32(IPPROTO_TCP)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &first) == 0, let first else { return [] }
        defer { freeaddrinfo(first) }
        return sequence(first: first) { $0.pointee.ai_next }.compactMap { entry in
            guard let address = entry.pointee.ai_addr else { return nil }
            switch entry.pointee.ai_family {
            case AF_INET: return SocketAddress(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self))
            case AF_INET6: return SocketAddress(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self))
            default: return nil
            }
        }
    }
}
