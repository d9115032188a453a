// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Who asks a cluster's servers.
public struct WarehouseCredentials: Sendable {
    /// The name of the user; nil for the server's `default`.
    public var user: String?
    /// The password; nil for none.
    public var password: String?

    /// Makes credentials; see the properties.
    public init(user: String? = nil, password: String? = nil) {
        self.user = user
        self.password = password
    }

    /// Those that `HEALTH_COHORT_USER` and `HEALTH_COHORT_PASSWORD` name.
    public static var environment: WarehouseCredentials {
        let environment = ProcessInfo.processInfo.environment
        return WarehouseCredentials(
            user: environment["HEALTH_COHORT_USER"], password: environment["HEALTH_COHORT_PASSWORD"])
    }

    /// What tells the server.
    var headers: [(String, String)] {
        [("X-ClickHouse-User", user), ("X-ClickHouse-Key", password)].compactMap { name, value in
            value.map { (name, $0) }
        }
    }
}
