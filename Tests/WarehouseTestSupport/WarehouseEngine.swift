// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse

/// The servers that all SQL has to run on, each started once a process by the first test that asks for it:
/// `@Test(arguments: WarehouseEngine.allCases)`.
package enum WarehouseEngine: CaseIterable, Sendable {
    /// The version in Debian 12: 18.16.
    case oldest
    /// The version of chdb on PyPI.
    case current

    /// Where it answers HTTP.
    package var url: URL {
        get async throws {
            switch self {
            case .oldest: try await Self.oldestServer.value.url
            case .current: try await Self.currentServer.value.url
            }
        }
    }

    /// The server, to ask it by itself.
    package var server: ClickHouseServer {
        get async throws { ClickHouseServer(url: try await url, credentials: WarehouseCredentials()) }
    }

    /// Returns a layout of this one server with a unique database.
    package func layout() async throws -> ClusterLayout {
        ClusterLayout(server: try await url, name: Self.freshName())
    }

    /// A warehouse on this one server, with tables of its own.
    package func warehouse() async throws -> Warehouse {
        let warehouse = Warehouse(layout: try await layout(), credentials: WarehouseCredentials())
        try await warehouse.prepare()
        return warehouse
    }

    /// Returns a unique name of a database.
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
