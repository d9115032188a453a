// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Warehouse {
    /// Makes the tables on every server, or brings them up to date; can be repeated.
    /// - Throws: a ``WarehouseError``; what is there is never touched.
    public func prepare() async throws {
        for shard in layout.shards {
            for (index, replica) in shard.replicas.enumerated() {
                let server = server(replica)
                do {
                    guard let version = ServerVersion(try await server.ask("SELECT version()").rows[0][0]) else {
                        throw ServerFailure.unreadable("it has no version")
                    }
                    try await server.run("CREATE DATABASE IF NOT EXISTS \(names.database)")
                    for table in WarehouseTable.all {
                        let path =
                            layout.isReplicated
                            ? (
                                path: "/clickhouse/cohorts/\(names.database)/\(shard.name)/\(table.name)",
                                name: "\(index)"
                            )
                            : nil
                        try await server.run(table.creation(database: names.database, version: version, replica: path))
                        if !layout.isSingle {
                            try await server.run(table.distribution(database: names.database, cluster: layout.name))
                        }
                    }
                } catch let failure as ServerFailure {
                    throw Self.error(failure, at: replica)
                }
            }
        }
    }
}
