// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The result of a withdrawal.
public struct Withdrawal: Hashable, Sendable {
    /// The pseudonym.
    public let participant: Pseudonym
    /// The number of removed rows by table. A sample that was sent twice can have been two rows.
    public let rows: [String: Int]
    /// The names of the shards that had rows.
    public let shards: [String]
    /// The addresses of the servers that were checked afterwards and have no rows, which are all servers of the cluster.
    public let servers: [String]
    /// Whether the participant had been withdrawn before.
    public let isRepeated: Bool
}

extension WarehouseError.Code {
    /// The request was performed in part and must be repeated.
    public static let incomplete = Self(rawValue: "incomplete")
}

extension Warehouse {
    /// Removes a participant from every table on every server of every shard, and then checks each server.
    ///
    /// Only the SHA-256 of the pseudonym is kept on every server. It is written first, so that concurrent and later pushes are
    /// rejected. Servers delete replaced files after some minutes (ClickHouse's `old_parts_lifetime`, eight minutes by default).
    /// Data that can't be queried isn't removed: backups, parts in the folder `detached`, and the servers' query logs, which can
    /// contain the pseudonym.
    ///
    /// - Throws: A ``WarehouseError``: `notFound` if no server has the pseudonym; `incomplete` with the servers that didn't
    ///   respond or couldn't remove something. Repeat the withdrawal when they have returned.
    @discardableResult
    public func withdraw(_ participant: Pseudonym) async throws -> Withdrawal {
        var run = WithdrawalRun(participant, in: self)
        return try await run.run()
    }

    /// Removes all rows of a participant from the responding servers of a shard.
    /// - Returns: The number of removed rows by table.
    /// - Throws: A ``WarehouseError``.
    @discardableResult
    func removeRows(of participant: Pseudonym, from shard: ClusterLayout.Shard) async throws -> [String: Int] {
        _ = try await settle(shard)
        let traces = await traces(of: participant, shards: [shard]).values.compactMap { try? $0.get() }
        let rows = traces.reduce(into: [String: Int]()) { $0.merge($1.rows, uniquingKeysWith: max) }
        // Servers keep the text of a mutation, so it must not contain the pseudonym.
        let condition = "SHA256(participant) = unhex('\(participant.hash)')"
        for table in ParticipantTraces.tables where rows[table.name] != nil {
            try await delete(condition, from: table, shard: shard)
        }
        return rows
    }
}
