// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Asks a question about what one shard holds, to the tables of ``WarehouseNames/local(_:)``, on a server that holds
    /// everything that the shard has been given.
    /// - Throws: a ``WarehouseError``.
    package func ask(_ sql: String, shard: ClusterLayout.Shard) async throws -> ResultTable {
        var last: WarehouseError?
        for attempt in 0...shard.replicas.count {
            if attempt > 0 { try await Task.sleep(for: Self.pause) }
            var replicas = shard.replicas
            if layout.isReplicated {
                let states = try await fitStates(of: [shard]) { $0.contains(where: \.isComplete) }
                let complete = states.filter(\.isComplete)
                replicas = (complete.isEmpty ? states.filter(\.answers) : complete).map(\.replica)
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

    /// Adds rows to a table of a shard, on a server of it that takes them; the others get them from there.
    ///
    /// Where no server takes them they are tried again for a while, as long as ``patience``. Rows that were added before do not
    /// count twice, so this can be repeated.
    /// - Parameter rows: one block, as ``RowBinaryWriter`` writes it, with all columns of the table.
    /// - Throws: a ``WarehouseError``.
    package func insert(_ rows: [UInt8], into table: WarehouseTable, shard: ClusterLayout.Shard) async throws {
        try await onAnyReplica(of: shard) { server in
            try await server.insert(into: names.local(table), columns: table.columnNames, rows: rows)
        }
    }

    /// Does something that can be repeated on one server of a shard, whichever can.
    func onAnyReplica(
        of shard: ClusterLayout.Shard, _ body: @Sendable (ClickHouseServer) async throws -> Void
    ) async throws {
        let clock = ContinuousClock()
        let end = clock.now + patience
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
            guard clock.now < end else { throw Self.missing(shard, last) }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(2))
        }
    }

    /// The one of two servers' errors that says more: of a server that answers there is more to say than of one that does not.
    private static func telling(_ error: WarehouseError, over last: WarehouseError?) -> WarehouseError {
        guard let last, error.code == .unreachable else { return error }
        return last
    }

    /// The error of a shard of which no server has done what it was asked for: that of one that answers, if one does.
    private static func missing(_ shard: ClusterLayout.Shard, _ last: WarehouseError?) -> WarehouseError {
        guard let last, last.code != .unreachable else { return unreachable(shard, last) }
        return last
    }

    /// The error of a failure that may pass, or that another server may not have.
    /// - Throws: the error, where it will not pass.
    private func passing(
        _ failure: ServerFailure, at replica: ClusterLayout.Replica, of shard: ClusterLayout.Shard
    ) throws -> WarehouseError {
        switch failure {
        case .refused(let code, _) where ServerFailure.Number.isReadOnly(code):
            return WarehouseError(
                .readOnly,
                "the shard \(shard.name) takes nothing: \(replica.url) does not reach ZooKeeper "
                    + "(\((layout.zooKeeper ?? []).joined(separator: ", ")))",
                remedy: "start ZooKeeper; what was sent before is there")
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
