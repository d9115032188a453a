// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A host that an app wants to be told of changes at, and the owner's decision about it.
package struct ReceiverHost: Sendable, Equatable {
    /// The owner's decision.
    package enum Decision: Int, Sendable, CaseIterable {
        /// The owner has not decided yet. Nothing is sent.
        case waiting = 0
        /// Changes are sent.
        case approved = 1
        /// Nothing is sent. The app cannot tell this from waiting.
        case refused = 2
    }

    /// The app.
    package let app: AppIdentity
    /// The host and port, such as `steps.example.org:443`.
    package let host: String
    /// The owner's decision.
    package let decision: Decision
    /// Whether the host may be this machine or in a private network.
    package let isLocal: Bool
    /// When the app first named it.
    package let asked: Date
    /// When the owner last decided.
    package let answered: Date?

    /// The host and port of an address as they are compared; nil where the address has none.
    package static func name(of url: String) -> String? {
        guard let parts = URLComponents(string: url), var host = parts.host?.lowercased(),
            let port = parts.port ?? ["http": 80, "https": 443][parts.scheme?.lowercased()]
        else { return nil }
        // Foundation's versions differ in whether the brackets of IPv6 belong to the host.
        host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        if host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty, (1...65_535).contains(port) else { return nil }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
