// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension Warehouse {
    /// Runs a query of the data of one shard, with the tables of ``WarehouseNames/local(_:)``, on a complete server.
    /// - Throws: A ``WarehouseError``.
    package func ask(_ sql: String, shard: ClusterLayout.Shard) async throws -> ResultTable {
        var last: WarehouseError?
        for attempt in 0...shard.replicas.count {
            if attempt > 0 { try await clock.sleep(for: Self.pause) }
            var replicas = shard.replicas
            if layout.isReplicated {
                let states = try await fitStates(of: [shard]) { $0.contains(where: \.isComplete) }
                let complete = states.filter(\.isComplete)
                replicas = (complete.isEmpty ? states.filter(\.responds) : complete).map(\.replica)
            }
            for replica in replicas {
                do {
                    return try await server(replica).ask(sql)
                } catch let failure as ServerFailure {
                    last = Self.telling(try passing(failure, at: replica, of: shard), over: last)
                }
            }
        }
        throw Self.missing(shard, last)
    }

    /// Inserts rows into a table of a shard, on any server that accepts them. The other servers replicate them.
    ///
    /// If no server accepts the rows, the insertion is repeated for up to ``patience``. Duplicate rows don't count twice, so the
    /// method is idempotent.
    /// - Parameter rows: One block in the format of ``RowBinaryWriter``, with all columns of the table.
    /// - Throws: A ``WarehouseError``.
    package func insert(_ rows: [UInt8], into table: WarehouseTable, shard: ClusterLayout.Shard) async throws {
        try await onAnyReplica(of: shard) { server in
            try await server.insert(into: names.local(table), columns: table.columnNames, rows: rows)
        }
    }

    /// Performs an idempotent operation on any server of a shard that can.
    func onAnyReplica(
        of shard: ClusterLayout.Shard, _ body: @Sendable (ClickHouseServer) async throws -> Void
    ) async throws {
        let deadline = Deadline.after(patience, on: clock)
        var pause = Duration.milliseconds(50)
        while true {
            var last: WarehouseError?
            for replica in shard.replicas {
                do {
                    return try await body(server(replica))
                } catch let failure as ServerFailure {
                    last = Self.telling(try passing(failure, at: replica, of: shard), over: last)
                }
            }
            guard !deadline.isOver else { throw Self.missing(shard, last) }
            try await clock.sleep(for: pause)
            pause = min(pause * 2, .seconds(2))
        }
    }

    /// Returns the more informative of two errors: an error of a responding server has precedence over that of an unreachable
    /// server.
    private static func telling(_ error: WarehouseError, over last: WarehouseError?) -> WarehouseError {
        guard let last, error.code == .unreachable else { return error }
        return last
    }

    /// Returns the error for a shard on which all servers have failed: that of a responding server, if there is one.
    private static func missing(_ shard: ClusterLayout.Shard, _ last: WarehouseError?) -> WarehouseError {
        guard let last, last.code != .unreachable else { return unreachable(shard, last) }
        return last
    }

    /// Returns the error for a failure that can be temporary or specific to the server.
    /// - Throws: The error if it is permanent.
    private func passing(
        _ failure: ServerFailure, at replica: ClusterLayout.Replica, of shard: ClusterLayout.Shard
    ) throws -> WarehouseError {
        switch failure {
        case .refused(let code, _) where ServerFailure.Number.isReadOnly(code):
            return WarehouseError(
                .readOnly,
                "the shard \(shard.name) does not accept data: \(replica.url) does not reach ZooKeeper "
                    + "(\((layout.zooKeeper ?? []).joined(separator: ", ")))",
                remedy: "start ZooKeeper; data sent before is stored")
        case .refused(let code, _)
        where code == ServerFailure.Number.unknownTable || code == ServerFailure.Number.unknownDatabase:
            throw Self.notPrepared(replica.url)
        default:
            let error = Self.error(failure, at: replica)
            guard failure.mayPass else { throw error }
            return error
        }
    }
}
