// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
        let before = await traces(of: participant, shards: layout.shards)
        // Where the task has been cancelled no server says anything.
        try Task.checkCancellation()
        let known = before.values.compactMap { try? $0.get() }
        guard known.contains(where: { !$0.rows.isEmpty || $0.record != nil }) else {
            let troubles = layout.shards.flatMap { Self.troubles($0, before) }
            guard let first = troubles.first else {
                throw WarehouseError(
                    .notFound, "no one in the cohort is called \(participant)",
                    remedy: "see `health cohort participants` for who is")
            }
            throw WarehouseError(
                .incomplete,
                "no server that answers knows \(participant), but \(first); nothing has been changed",
                remedy: "start it, and withdraw \(participant) then")
        }
        let newest = known.compactMap(\.record).max { $0.version < $1.version }
        let pushed = known.map(\.version).max() ?? 0
        var record = WithdrawalRecord(version: max(pushed, newest?.version ?? 0) + 1, isLifted: false)
        // One that was begun goes on as it was.
        if let newest, !newest.isLifted, newest.version > pushed { record = newest }
        var troubles: [String] = []
        var rows: [String: Int] = [:]
        var shards: [String] = []
        // Everywhere the record, before the first row goes anywhere. A shard that is dead is named at the end.
        let living = layout.shards.filter { shard in
            shard.replicas.contains { (try? before[$0]?.get()) != nil }
        }
        for shard in living {
            do {
                try await write(record, of: participant, shard: shard, known: before)
            } catch let error as WarehouseError {
                troubles.append("the shard \(shard.name) cannot be told: \(error.message)")
            }
        }
        for shard in living {
            do {
                let removed = try await removeRows(of: participant, from: shard)
                if !removed.isEmpty { shards.append(shard.name) }
                rows.merge(removed, uniquingKeysWith: +)
            } catch let error as WarehouseError {
                troubles.append("on the shard \(shard.name) rows cannot be removed: \(error.message)")
            }
        }
        // What each server says counts, whatever went before.
        let after = await traces(of: participant, shards: layout.shards)
        try Task.checkCancellation()
        let left = layout.shards.flatMap { Self.troubles($0, after) + Self.leftovers($0, after) }
        guard left.isEmpty else {
            let reasons = left + troubles.filter { trouble in !left.contains { trouble.contains($0) } }
            throw WarehouseError(
                .incomplete,
                "\(participant) is not withdrawn completely yet: \(reasons.joined(separator: "; ")); pushes are refused already "
                    + "where servers answered",
                remedy: "see to that, and withdraw \(participant) again")
        }
        return Withdrawal(
            participant: participant, rows: rows, shards: shards,
            servers: layout.shards.flatMap(\.replicas).map(\.url.absoluteString),
            // Where they were admitted again other shards still have the record from before.
            isRepeated: newest.map { !$0.isLifted } ?? false)
    }

    /// Writes down on a shard that somebody is withdrawn, unless it is known there, and waits for its living servers.
    private func write(
        _ record: WithdrawalRecord, of participant: Pseudonym, shard: ClusterLayout.Shard,
        known: [ClusterLayout.Replica: Result<ParticipantTraces, ServerFailure>]
    ) async throws {
        let isKnown = shard.replicas.allSatisfy { replica in
            // One that is dead hears of it from those that live.
            guard case .success(let traces) = known[replica] else { return true }
            return traces.record?.isLifted == false
        }
        if !isKnown { try await insert(record.row(of: participant), into: .withdrawals, shard: shard) }
        _ = try await settle(shard)
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

    /// The servers of a shard that do not say what they have.
    private static func troubles(
        _ shard: ClusterLayout.Shard, _ traces: [ClusterLayout.Replica: Result<ParticipantTraces, ServerFailure>]
    ) -> [String] {
        shard.replicas.compactMap { replica in
            guard case .failure(let failure) = traces[replica] else { return nil }
            return "\(error(failure, at: replica).message) (shard \(shard.name))"
        }
    }

    /// The servers of a shard that still have rows, or do not know of the withdrawal.
    private static func leftovers(
        _ shard: ClusterLayout.Shard, _ traces: [ClusterLayout.Replica: Result<ParticipantTraces, ServerFailure>]
    ) -> [String] {
        shard.replicas.compactMap { replica in
            guard case .success(let traces) = traces[replica] else { return nil }
            let tables = traces.rows.keys.sorted().joined(separator: ", ")
            let place = "\(replica.url.absoluteString) (shard \(shard.name))"
            if !tables.isEmpty { return "the ClickHouse server at \(place) still has rows in \(tables)" }
            return traces.record?.isLifted == false
                ? nil : "the ClickHouse server at \(place) has not heard of the withdrawal"
        }
    }
}
