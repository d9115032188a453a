// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore

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
