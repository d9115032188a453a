// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthStore
import OpenHealthWarehouse
import NIOCore
import NIOHTTP1

/// A cohort on servers of its own.
final class CohortCluster {
    let warehouse: Warehouse
    private let servers: [CohortServer]
    private let layout: ClusterLayout

    /// Starts servers with one shard each, and creates the tables.
    init(shards: Int, program: String, folder: URL) async throws {
        let ports = (0..<shards).map { _ in CohortServer.Ports() }
        let layout = ClusterLayout(
            name: "bench",
            shards: ports.enumerated().map { .init(name: "shard-\($0.offset + 1)", replicas: [$0.element.replica]) })
        let settings = ClusterSettings(layout)
        servers = try ports.enumerated().map { place, ports in
            try CohortServer(
                program, ports: ports, folder: folder.appending(path: "server-\(shards)-\(place + 1)"),
                settings: settings.xml(for: ports.replica))
        }
        self.layout = layout
        warehouse = Warehouse(layout: layout, credentials: WarehouseCredentials())
        for _ in 0..<100 {
            do {
                try await warehouse.prepare()
                return
            } catch let error as WarehouseError where error.code == .unreachable {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        throw BenchError("the ClickHouse servers did not start; see \(folder.path)")
    }

    func stop() {
        for server in servers { server.stop() }
    }

    /// Pushes stores, some at a time.
    /// - Returns: A receipt for each store.
    func push(_ stores: ArraySlice<HealthDatabase>, atOnce: Int) async throws -> [PushReceipt] {
        try await withThrowingTaskGroup(of: PushReceipt.self) { [warehouse] group in
            var receipts: [PushReceipt] = []
            for place in stores.indices {
                if place - stores.startIndex >= atOnce, let receipt = try await group.next() {
                    receipts.append(receipt)
                }
                let store = stores[place]
                group.addTask { try await warehouse.push(store, as: try Pseudonym("person-\(place)")) }
            }
            for try await receipt in group { receipts.append(receipt) }
            return receipts
        }
    }

    /// Copies the existing participants with all their days on the servers, until there are as many as wanted.
    func multiply(from present: Int, to wanted: Int) async throws {
        let (first, last) = (present / CohortPeople.count, wanted / CohortPeople.count)
        for table in ["participants", "cells"] {
            let columns = try await ask(
                """
                SELECT name FROM system.columns WHERE database = 'bench' AND table = '\(table)' AND name != 'participant' \
                FORMAT TabSeparated
                """, at: servers[0]
            ).split(separator: "\n").joined(separator: ", ")
            for server in servers {
                _ = try await ask(
                    """
                    INSERT INTO bench.\(table) (participant, \(columns)) \
                    SELECT concat(participant, '-', toString(copy)), \(columns) FROM bench.\(table) FINAL \
                    ARRAY JOIN arrayMap(x -> x + \(first), range(\(last - first))) AS copy WHERE position(participant, '-') = 7 \
                    AND position(substring(participant, 8), '-') = 0
                    """, at: server)
            }
        }
    }

    /// Merges the parts of each table, as an idle server does by itself.
    func merge() async throws {
        for server in servers {
            for table in ["participants", "samples", "cells", "durations"] {
                _ = try await ask("OPTIMIZE TABLE bench.\(table) FINAL", at: server)
            }
        }
    }

    /// Returns the bytes on disk of each table, over all servers.
    func bytesByTable() async throws -> [String: Int] {
        var result: [String: Int] = [:]
        for server in servers {
            let text = try await ask(
                """
                SELECT table, sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'bench' GROUP BY table \
                FORMAT TabSeparated
                """, at: server)
            for line in text.split(separator: "\n") {
                let fields = line.split(separator: "\t")
                result[String(fields[0]), default: 0] += Int(fields[1]) ?? 0
            }
        }
        return result
    }

    private func ask(_ sql: String, at server: CohortServer) async throws -> String {
        var request = HTTPClientRequest(url: server.ports.replica.url.absoluteString)
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: sql))
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(10))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 24))
        guard response.status == .ok else { throw BenchError("ClickHouse: \(text)") }
        return text
    }
}
