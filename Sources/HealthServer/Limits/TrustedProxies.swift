// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

/// The proxies whose word about the client's address counts.
///
/// A proxy adds the address that a request came from at the end of `X-Forwarded-For` or `Forwarded`; what stands before it came
/// with the request, from anyone. So the list is read from its end, as far as it was written by trusted proxies.
struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    init(_ ranges: [AddressRange]) {
        self.ranges = ranges
    }

    /// The address that a request comes from.
    /// - Parameter peer: the other end of the connection.
    func client(of request: Request, from peer: SocketAddress?) -> SocketAddress? {
        guard var address = peer, isTrusted(address) else { return peer }
        for hop in ForwardedAddresses.list(request).reversed() {
            // What cannot be read was not written by a proxy that is set up as it should be: the last one is what is known.
            guard let next = hop else { break }
            address = next
            guard isTrusted(address) else { break }
        }
        return address
    }

    private func isTrusted(_ address: SocketAddress) -> Bool { ranges.contains { $0.contains(address) } }
}
