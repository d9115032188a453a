// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The state of a participant on a shard.
struct ShardState: Sendable {
    /// The row of the last completed push; nil if there is none.
    var row: ParticipantRow?
    /// The number of the last push that was started; 0 if there is none.
    var begun: UInt64
    /// The highest number of a push or withdrawal on the shard.
    var highest: UInt64
}

extension Warehouse {
    /// Returns the state of a participant on a shard.
    /// - Throws: A ``WarehouseError``.
    func state(of participant: Pseudonym, shard: ClusterLayout.Shard) async throws -> ShardState {
        let name = SQLText.quoted(participant.description)
        let row = try await ask(
            "SELECT \(ParticipantRow.columns) FROM \(names.local(.participants)) FINAL WHERE participant = \(name)",
            shard: shard)
        // A push records its start as position 0, which no sample has, in the table of deletions. Its key begins with the
        // participant, so the lookup is fast, which it wouldn't be among the samples.
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

    /// Returns the shard of a participant, or the shard for a new participant.
    /// - Parameter remembered: The shard that the participant's store has recorded, and whether a push there was completed.
    /// - Throws: A ``WarehouseError``: `shardUnreachable` also if the participant might be on a shard that doesn't respond.
    func shard(
        of participant: Pseudonym, remembered: (name: String, isSettled: Bool)?
    ) async throws -> (shard: ClusterLayout.Shard, state: ShardState) {
        if let remembered, let shard = layout.shard(named: remembered.name) {
            // Other shards aren't required to respond in this case.
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
        let place = place(for: participant, highest: states.map { ($0.0, $0.1.highest) }, remembered: remembered?.name)
        return (place, states.first { $0.0.name == place.name }?.1 ?? ShardState(row: nil, begun: 0, highest: 0))
    }

    /// Returns the shard for a participant who isn't on any shard.
    /// - Parameters:
    ///   - highest: The shards, each with its highest number.
    ///   - remembered: The name of the shard that the participant's store has recorded.
    func place(
        for participant: Pseudonym, highest: [(shard: ClusterLayout.Shard, number: UInt64)], remembered: String?
    ) -> ClusterLayout.Shard {
        if let shard = highest.first(where: { $0.number > 0 && $0.shard.name == remembered })?.shard { return shard }
        // A withdrawal writes the same number to all shards. A shard that was added later doesn't have it, and would accept the
        // participant as a new one, so a shard with the number is chosen.
        let newest = highest.map(\.number).max() ?? 0
        return layout.placement(
            of: participant, among: newest > 0 ? highest.filter { $0.number == newest }.map(\.shard) : nil)
    }

    /// Returns the numbers of started and completed pushes of a participant on a shard that are greater than a number. Numbers
    /// that were replaced by higher ones can be missing.
    /// - Throws: A ``WarehouseError``.
    func pushes(
        of participant: Pseudonym, above number: UInt64, shard: ClusterLayout.Shard
    ) async throws -> Set<UInt64> {
        let name = SQLText.quoted(participant.description)
        let result = try await ask(
            """
            SELECT version FROM \(names.local(.deletions))
            WHERE participant = \(name) AND place = 0 AND version > \(number)
            UNION ALL
            SELECT version FROM \(names.local(.participants)) WHERE participant = \(name) AND version > \(number)
            """, shard: shard)
        do {
            return Set(try result.rows.map { try ResultTable.number($0[0]) })
        } catch let failure as ServerFailure {
            throw Self.error(failure, at: shard.replicas[0])
        }
    }
}

extension ClusterLayout {
    /// Returns the shard for a participant who isn't on any shard yet, by weighted rendezvous hashing.
    ///
    /// Each shard has a number from the hash of its name and the pseudonym, uniformly distributed between 0 and 1, and the shard
    /// with the highest -weight / ln(number) is chosen. The shards therefore have shares in proportion to their weights, and a
    /// new shard changes only the placement of the participants that it would get, never from one existing shard to another (J.
    /// Schindelhauer, G. Schomaker, "Weighted Distributed Hash Tables", SPAA 2005). Participants in the cluster never move.
    /// - Parameter candidates: The shards to choose from; nil for all shards.
    /// - Precondition: There is at least one candidate.
    package func placement(of participant: Pseudonym, among candidates: [Shard]? = nil) -> Shard {
        func score(_ shard: Shard) -> Double {
            guard shard.weight > 0 else { return -1 }
            let hash = SHA256.hash(data: Data("\(shard.name)\n\(participant)".utf8))
            let bits = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // 53 bits, never 0 or 1.
            return -Double(shard.weight) / log((Double(bits >> 11) + 0.5) / 0x1p53)
        }
        // The order of shards is insignificant, so they are sorted.
        let ordered = (candidates ?? shards).sorted { $0.name < $1.name }
        return ordered.reduce(ordered[0]) { score($1) > score($0) ? $1 : $0 }
    }
}
