// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The identity of a client before authentication: an IPv4 address, the network part of an IPv6 address (a single machine can use
/// all addresses of its network), or a local socket.
struct ClientAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ address: SocketAddress?) {
        let whole = address?.networkBytes ?? []
        bytes = whole.count == 16 ? Array(whole.prefix(8)) : whole
    }

    /// Whether the client is this machine, where a proxy can run.
    var isLoopback: Bool {
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
