// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthStore
import NIOCore

/// Where a delivery goes: an address that was looked up and checked, and that the connection is made to.
struct ReceiverTarget: Sendable, Equatable {
    /// The host, as the client names it.
    let host: String
    /// The address of IPv4 or IPv6 to connect to.
    let address: String

    /// Why nothing is sent to a receiver.
    enum Refusal: Error, Equatable {
        /// The host has no address.
        case unknownHost
        /// None of its addresses may be used.
        case forbiddenAddress
    }

    /// Looks up the host of a receiver and checks its addresses. Waits for the system's resolver.
    /// - Throws: a ``Refusal``.
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
            // A query could make a request of another service on this machine do something.
            case .loopback: webhook.isLocal && parts.query == nil
            case .unusable: false
            }
        }
        guard let address = usable?.ipAddress else { throw .forbiddenAddress }
        self.host = name
        self.address = address
    }
}
