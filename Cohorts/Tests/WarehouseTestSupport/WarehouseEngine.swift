// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse

/// The servers on which all SQL must run, each started once per process by the first test that uses it:
/// `@Test(arguments: WarehouseEngine.allCases)`.
package enum WarehouseEngine: CaseIterable, Sendable {
    /// ClickHouse 18.16 of Debian 12.
    case oldest
    /// The chdb version on PyPI.
    case current

    /// The URL for HTTP.
    package var url: URL {
        get async throws {
            switch self {
            case .oldest: try await Self.oldestServer.value.url
            case .current: try await Self.currentServer.value.url
            }
        }
    }

    /// The server for direct queries.
    package var server: ClickHouseServer {
        get async throws { ClickHouseServer(url: try await url) }
    }

    /// Returns a layout of this one server with a unique database.
    package func layout() async throws -> ClusterLayout {
        ClusterLayout(server: try await url, name: Self.freshName())
    }

    /// Returns a warehouse on this one server with a unique database.
    package func warehouse() async throws -> Warehouse {
        let warehouse = Warehouse(layout: try await layout(), credentials: WarehouseCredentials())
        try await warehouse.prepare()
        return warehouse
    }

    /// Returns a unique database name.
    package static func freshName() -> String {
        "test_" + UUID().uuidString.lowercased().prefix(8) + UUID().uuidString.lowercased().suffix(12)
    }

    private static let oldestServer = Task {
        let server = try ClickHouseProcess()
        try await server.start()
        return server
    }

    private static let currentServer = Task { try await EmbeddedClickHouse.start() }
}
