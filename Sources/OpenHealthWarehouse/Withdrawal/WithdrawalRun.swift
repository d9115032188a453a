// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The withdrawal of one participant: the record first, then the rows, then a look at every server.
struct WithdrawalRun {
    private let warehouse: Warehouse
    private let participant: Pseudonym
    /// The shards that could not be told, or could not remove something.
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
        // A shard that is dead is named at the end.
        let living = before.livingShards
        // The record is everywhere before the first row is removed.
        try await write(Self.record(after: before), to: living, known: before)
        try await removeRows(from: living)
        // The answers of the servers count, whatever went before.
        try checkIsComplete(try await traces())
        return Withdrawal(
            participant: participant, rows: rows, shards: shards,
            servers: warehouse.layout.shards.flatMap(\.replicas).map(\.url.absoluteString),
            // Where they were admitted again other shards still have the record from before.
            isRepeated: before.newestRecord.map { !$0.isLifted } ?? false)
    }

    /// The record to write, newer than everything that was pushed.
    private static func record(after before: ClusterTraces) -> WithdrawalRecord {
        let newest = before.newestRecord
        let pushed = before.pushedVersion
        // One that was begun goes on as it was.
        if let newest, !newest.isLifted, newest.version > pushed { return newest }
        return WithdrawalRecord(version: max(pushed, newest?.version ?? 0) + 1, isLifted: false)
    }

    /// Asks every server of the cluster.
    private func traces() async throws -> ClusterTraces {
        let layout = warehouse.layout
        let answers = await warehouse.traces(of: participant, shards: layout.shards)
        // Where the task has been cancelled no server says anything.
        try Task.checkCancellation()
        return ClusterTraces(layout: layout, answers: answers)
    }

    /// Writes the record on each shard.
    private mutating func write(
        _ record: WithdrawalRecord, to living: [ClusterLayout.Shard], known before: ClusterTraces
    ) async throws {
        for shard in living {
            do {
                try await write(record, to: shard, isKnown: before.knowsWithdrawal(shard))
            } catch let error as WarehouseError {
                troubles.append("the shard \(shard.name) cannot be told: \(error.message)")
            }
        }
    }

    /// Writes the record on a shard, unless it is known there, and waits for the shard's living servers.
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

    /// - Throws: a ``WarehouseError``: `notFound`, or `incomplete` where a server that does not answer may know the participant.
    private func checkIsKnown(_ before: ClusterTraces) throws {
        guard before.isEmpty else { return }
        guard let first = before.troubles.first else {
            throw WarehouseError(
                .notFound, "no one in the cohort is called \(participant)",
                remedy: "see `health cohort participants` for who is")
        }
        throw WarehouseError(
            .incomplete,
            "no server that answers knows \(participant), but \(first); nothing has been changed",
            remedy: "start it, and withdraw \(participant) then")
    }

    /// - Throws: a ``WarehouseError``, `incomplete`, which names the servers that did not answer or still have something.
    private func checkIsComplete(_ after: ClusterTraces) throws {
        let left = after.obstacles
        guard !left.isEmpty else { return }
        let reasons = left + troubles.filter { trouble in !left.contains { trouble.contains($0) } }
        throw WarehouseError(
            .incomplete,
            "\(participant) is not withdrawn completely yet: \(reasons.joined(separator: "; ")); pushes are refused already "
                + "where servers answered",
            remedy: "see to that, and withdraw \(participant) again")
    }
}
