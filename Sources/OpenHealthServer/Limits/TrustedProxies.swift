// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

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
