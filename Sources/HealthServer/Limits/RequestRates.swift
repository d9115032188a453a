// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthAPI
import NIOCore

/// How often apps may ask, and addresses may be wrong.
final class RequestRates: Sendable {
    /// Requests of an app, by its identifier.
    let apps: RateLimiter<String>
    /// Tokens that nobody has, by address. Tokens that somebody has are not held up by those of others at the same address.
    let wrongTokens: RateLimiter<ClientAddress>
    /// Registrations, by address.
    let registrations: RateLimiter<ClientAddress>
    /// Wrong passphrases and setup codes, by address.
    let wrongPassphrases: RateLimiter<ClientAddress>

    /// - Parameter now: seconds since some moment, which never go back.
    init(_ limits: HealthDaemon.Limits, now: @escaping @Sendable () -> Double) {
        apps = RateLimiter(TokenBucket.Rate(perSecond: limits.requestsPerSecond, burst: limits.burst), now: now)
        wrongTokens = RateLimiter(Self.perMinute(limits.wrongTokensPerMinute), now: now)
        registrations = RateLimiter(Self.perMinute(limits.registrationsPerMinute), now: now)
        wrongPassphrases = RateLimiter(Self.perMinute(limits.wrongPassphrasesPerMinute), now: now)
    }

    private static func perMinute(_ count: Double) -> TokenBucket.Rate {
        TokenBucket.Rate(perSecond: count / 60, burst: count)
    }
}

/// What stands for one client before it has said who it is: an IPv4 address, the network part of an IPv6 one (a single
/// machine has all the addresses of its network), or a socket of this machine.
struct ClientAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ address: SocketAddress?) {
        // Where the kernel's structures have the address: behind the family and the port, and the flow of IPv6.
        switch address {
        case .v4: bytes = Self.part(of: address, from: 4, count: 4)
        case .v6:
            let whole = Self.part(of: address, from: 8, count: 16)
            // An IPv4 address where one socket listens for both.
            let isIPv4 = whole.prefix(10).allSatisfy { $0 == 0 } && whole.dropFirst(10).prefix(2) == [0xff, 0xff]
            bytes = Array(isIPv4 ? whole.suffix(4) : whole.prefix(8))
        case .unixDomainSocket, nil: bytes = []
        }
    }

    private static func part(of address: SocketAddress?, from start: Int, count: Int) -> [UInt8] {
        address?.withSockAddr { pointer, size in
            Array(UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(start).prefix(count))
        } ?? []
    }
}
