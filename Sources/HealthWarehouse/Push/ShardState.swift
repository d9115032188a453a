// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a shard has of a participant.
struct ShardState: Sendable {
    /// What the last push that came to its end said; nil where none did.
    var row: ParticipantRow?
    /// The number of the last push that began; 0 where there was none.
    var begun: UInt64
    /// The highest number that was given here, to a push or a withdrawal.
    var highest: UInt64
}

extension Warehouse {
    /// What a shard has of a participant.
    /// - Throws: a ``WarehouseError``.
    func state(of participant: Pseudonym, shard: ClusterLayout.Shard) async throws -> ShardState {
        let name = SQLText.quoted(participant.description)
        let row = try await ask(
            "SELECT \(ParticipantRow.columns) FROM \(names.local(.participants)) FINAL WHERE participant = \(name)",
            shard: shard)
        // A push that begins writes the place 0, which no sample has, into the table of deletions: its key begins with the
        // participant, so that this is a short look, as it would not be among the samples.
        let begun = try await ask(
            """
            SELECT max(push) AS begun, max(withdrawal) AS withdrawn FROM (
                SELECT version AS push, toUInt64(0) AS withdrawal FROM \(names.local(.deletions))
                WHERE participant = \(name)
                UNION ALL
                SELECT toUInt64(0) AS push, version AS withdrawal FROM \(names.local(.withdrawals))
                WHERE pseudonym = unhex('\(participant.hash)')
            )
            """, shard: shard)
        do {
            let row = try row.rows.first.map { try ParticipantRow(participant, fields: $0) }
            let numbers: [UInt64] = try begun.rows.first?.map { try ResultTable.number($0) } ?? []
            guard numbers.count == 2 else { throw ServerFailure.unreadable("the numbers of pushes are missing") }
            let last = max(numbers[0], row?.version ?? 0)
            return ShardState(row: row, begun: last, highest: max(last, numbers[1]))
        } catch let failure as ServerFailure {
            throw Self.error(failure, at: shard.replicas[0])
        }
    }

    /// The shard that a participant is on, or that they will be on.
    /// - Parameter remembered: the shard that their store remembers, and whether a push there has come to its end.
    /// - Throws: a ``WarehouseError``: `shardUnreachable` also where it might be on a shard that does not answer.
    func shard(
        of participant: Pseudonym, remembered: (name: String, isSettled: Bool)?
    ) async throws -> (shard: ClusterLayout.Shard, state: ShardState) {
        if let remembered, let shard = layout.shard(named: remembered.name) {
            // Other shards need not answer for this.
            let state = try await state(of: participant, shard: shard)
            if state.row != nil || !remembered.isSettled { return (shard, state) }
        }
        let states = try await withThrowingTaskGroup { group in
            for shard in layout.shards {
                group.addTask { (shard, try await state(of: participant, shard: shard)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let homes = states.filter { $0.1.row != nil }
        guard homes.count < 2 else {
            throw WarehouseError(
                .refused,
                """
                the participant \(participant) is on more than one shard: \
                \(homes.map(\.0.name).sorted().joined(separator: ", "))
                """, remedy: "withdraw them with `health cohort withdraw \(participant)` and push again with --admit")
        }
        if let home = homes.first { return home }
        let begun = states.filter { $0.1.highest > 0 }
        if let home = begun.first(where: { $0.0.name == remembered?.name })
            ?? begun.max(by: { $0.1.highest < $1.1.highest })
        {
            return home
        }
        let place = layout.placement(of: participant)
        return (place, states.first { $0.0.name == place.name }?.1 ?? ShardState(row: nil, begun: 0, highest: 0))
    }
}
