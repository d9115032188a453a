// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The credentials for a cluster's servers.
public struct WarehouseCredentials: Sendable {
    /// The name of the user; nil for the server's `default`.
    public var user: String?
    /// The password; nil for none.
    public var password: String?
    /// Whether the password may be sent over plain HTTP to other machines, where it can be intercepted.
    public var allowsPlainHTTP: Bool

    /// Creates credentials.
    public init(user: String? = nil, password: String? = nil, allowsPlainHTTP: Bool = false) {
        self.user = user
        self.password = password
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// The credentials in `HEALTH_COHORT_USER` and `HEALTH_COHORT_PASSWORD`.
    public static var environment: WarehouseCredentials {
        let environment = ProcessInfo.processInfo.environment
        return WarehouseCredentials(
            user: environment["HEALTH_COHORT_USER"], password: environment["HEALTH_COHORT_PASSWORD"])
    }

    /// Returns the headers that identify the user to a server.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if the password would cross the network unencrypted.
    func headers(for server: URL) throws -> [(String, String)] {
        guard
            (password ?? "").isEmpty || allowsPlainHTTP || server.scheme?.lowercased() == "https"
                || LoopbackHost.contains(server.host ?? "")
        else {
            throw WarehouseError(
                .invalidArgument,
                "the password would be sent unencrypted to \(ClusterLayout.shown(server)), which is another machine",
                remedy:
                    "use an https:// address or a tunnel to this machine; in a trusted network, allow it with "
                    + "--insecure")
        }
        return [("X-ClickHouse-User", user), ("X-ClickHouse-Key", password)].compactMap { name, value in
            value.map { (name, $0) }
        }
    }
}
