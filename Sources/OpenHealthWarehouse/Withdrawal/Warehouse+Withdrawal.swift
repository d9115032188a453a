// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Warehouse {
    /// Removes a participant from every table on every server of every shard, and asks each server afterwards.
    ///
    /// What stays is the SHA-256 of the pseudonym, on every server, which is written first: a push that comes meanwhile, or later,
    /// is refused. Servers forget replaced files some minutes after (ClickHouse's `old_parts_lifetime`, eight minutes unless
    /// changed). What no question reaches stays: backups, parts in the folder `detached`, and the servers' logs of questions,
    /// which may hold the pseudonym.
    ///
    /// - Throws: a ``WarehouseError``: `notFound` where no server knows the pseudonym; `incomplete` where servers did not answer
    ///   or could not remove something. It names them, and to do the same again when they are back ends it.
    @discardableResult
    public func withdraw(_ participant: Pseudonym) async throws -> Withdrawal {
        var run = WithdrawalRun(participant, in: self)
        return try await run.run()
    }

    /// Removes all rows of a participant from the living servers of a shard.
    /// - Returns: how many rows went, by table.
    /// - Throws: a ``WarehouseError``.
    @discardableResult
    func removeRows(of participant: Pseudonym, from shard: ClusterLayout.Shard) async throws -> [String: Int] {
        _ = try await settle(shard)
        let traces = await traces(of: participant, shards: [shard]).values.compactMap { try? $0.get() }
        let rows = traces.reduce(into: [String: Int]()) { $0.merge($1.rows, uniquingKeysWith: max) }
        // Servers keep the text of a mutation: it must not name the participant.
        let condition = "SHA256(participant) = unhex('\(participant.hash)')"
        for table in ParticipantTraces.tables where rows[table.name] != nil {
            try await delete(condition, from: table, shard: shard)
        }
        return rows
    }
}
