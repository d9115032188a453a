// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthStore
import NIOCore

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
