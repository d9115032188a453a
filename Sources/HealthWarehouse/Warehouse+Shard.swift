// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Warehouse {
    /// Adds rows to a table of a shard, on a server of it that answers; the others get them from there.
    ///
    /// Rows that were added before do not count twice, so this can be repeated.
    /// - Parameter rows: one block, as ``RowBinaryWriter`` writes it, with all columns of the table.
    /// - Throws: a ``WarehouseError``.
    package func insert(_ rows: [UInt8], into table: WarehouseTable, shard: ClusterLayout.Shard) async throws {
        try await withReplica(of: shard) { server in
            try await server.insert(into: names.local(table), columns: table.columnNames, rows: rows)
        }
    }

    /// Asks a question about what one shard holds, to the tables of ``WarehouseNames/local(_:)``.
    /// - Throws: a ``WarehouseError``.
    package func ask(_ sql: String, shard: ClusterLayout.Shard) async throws -> ResultTable {
        try await withReplica(of: shard) { try await $0.ask(sql) }
    }

    private func withReplica<Result: Sendable>(
        of shard: ClusterLayout.Shard, _ body: @Sendable (ClickHouseServer) async throws -> Result
    ) async throws -> Result {
        var last: WarehouseError?
        for replica in shard.replicas {
            do {
                return try await body(server(replica))
            } catch let failure as ServerFailure {
                let error = Self.error(failure, at: replica)
                guard case .unreachable = failure else { throw error }
                last = error
            }
        }
        throw WarehouseError(
            .shardUnreachable, "no server of the shard \(shard.name) answers: \(last?.message ?? "it has none")",
            remedy: "start one of its servers")
    }
}
