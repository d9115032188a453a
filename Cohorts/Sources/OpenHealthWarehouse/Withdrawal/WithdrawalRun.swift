// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The withdrawal of one participant: it writes the record, removes the rows, and checks every server.
struct WithdrawalRun {
    private let warehouse: Warehouse
    private let participant: Pseudonym
    /// The shards on which writing the record or removing rows has failed.
    private var troubles: [String] = []
    /// The number of removed rows, by table.
    private var rows: [String: Int] = [:]
    /// The names of the shards that had rows.
    private var shards: [String] = []

    init(_ participant: Pseudonym, in warehouse: Warehouse) {
        self.participant = participant
        self.warehouse = warehouse
    }

    /// Removes the participant; see ``Warehouse/withdraw(_:)``.
    mutating func run() async throws -> Withdrawal {
        let before = try await traces()
        try checkIsKnown(before)
        // Shards that don't respond are reported at the end.
        let living = before.livingShards
        // The record is written to all shards before the first row is removed.
        try await write(Self.record(after: before), to: living, known: before)
        try await removeRows(from: living)
        // Only the final state of the servers determines the result.
        try checkIsComplete(try await traces())
        return Withdrawal(
            participant: participant, rows: rows, shards: shards,
            servers: warehouse.layout.shards.flatMap(\.replicas).map(\.url.absoluteString),
            // After a participant was admitted again, other shards still have the previous record.
            isRepeated: before.newestRecord.map { !$0.isLifted } ?? false)
    }

    /// Returns the record to write, which is newer than all pushed rows.
    private static func record(after before: ClusterTraces) -> WithdrawalRecord {
        let newest = before.newestRecord
        let pushed = before.pushedVersion
        // An unfinished withdrawal is continued.
        if let newest, !newest.isLifted, newest.version > pushed { return newest }
        return WithdrawalRecord(version: max(pushed, newest?.version ?? 0) + 1, isLifted: false)
    }

    /// Queries every server of the cluster.
    private func traces() async throws -> ClusterTraces {
        let layout = warehouse.layout
        let results = await warehouse.traces(of: participant, shards: layout.shards)
        // If the task is cancelled, no server responds.
        try Task.checkCancellation()
        return ClusterTraces(layout: layout, results: results)
    }

    /// Writes the record on each shard.
    private mutating func write(
        _ record: WithdrawalRecord, to living: [ClusterLayout.Shard], known before: ClusterTraces
    ) async throws {
        for shard in living {
            do {
                try await write(record, to: shard, isKnown: before.knowsWithdrawal(shard))
            } catch let error as WarehouseError {
                troubles.append("the shard \(shard.name) cannot be notified: \(error.message)")
            }
        }
    }

    /// Writes the record to a shard, unless it is already there, and waits for the shard's responding servers.
    private func write(_ record: WithdrawalRecord, to shard: ClusterLayout.Shard, isKnown: Bool) async throws {
        if !isKnown { try await warehouse.insert(record.row(of: participant), into: .withdrawals, shard: shard) }
        _ = try await warehouse.settle(shard)
    }

    /// Removes the participant's rows from each shard.
    private mutating func removeRows(from living: [ClusterLayout.Shard]) async throws {
        for shard in living {
            do {
                let removed = try await warehouse.removeRows(of: participant, from: shard)
                if !removed.isEmpty { shards.append(shard.name) }
                rows.merge(removed, uniquingKeysWith: +)
            } catch let error as WarehouseError {
                troubles.append("on the shard \(shard.name) rows cannot be removed: \(error.message)")
            }
        }
    }

    /// Checks that a server has the participant.
    /// - Throws: A ``WarehouseError``: `notFound`, or `incomplete` if a server that doesn't respond might have the participant.
    private func checkIsKnown(_ before: ClusterTraces) throws {
        guard before.isEmpty else { return }
        guard let first = before.troubles.first else {
            throw WarehouseError(
                .notFound, "the cohort has no participant \(participant)",
                remedy: "list the participants with `health cohort participants`")
        }
        throw WarehouseError(
            .incomplete,
            "no server that answers knows \(participant), but \(first); nothing was changed",
            remedy: "start it, and withdraw \(participant) then")
    }

    /// Checks that the withdrawal is complete.
    /// - Throws: A ``WarehouseError``: `incomplete` with the servers that didn't respond or still have rows.
    private func checkIsComplete(_ after: ClusterTraces) throws {
        let left = after.obstacles
        guard !left.isEmpty else { return }
        let reasons = left + troubles.filter { trouble in !left.contains { trouble.contains($0) } }
        throw WarehouseError(
            .incomplete,
            "\(participant) is not withdrawn completely yet: \(reasons.joined(separator: "; ")); \(after.refusal)",
            remedy: "correct this, and withdraw \(participant) again")
    }
}
