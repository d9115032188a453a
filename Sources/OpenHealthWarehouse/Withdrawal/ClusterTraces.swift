// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The traces of a participant on every server of a cluster, or the failures of the servers that do not answer.
struct ClusterTraces {
    /// The layout whose servers were asked.
    let layout: ClusterLayout
    /// The answer of each server.
    let answers: [ClusterLayout.Replica: Result<ParticipantTraces, ServerFailure>]

    /// The traces on the servers that answered.
    var known: [ParticipantTraces] { answers.values.compactMap { try? $0.get() } }

    /// Whether no server that answered has rows of the participant or a record of a withdrawal.
    var isEmpty: Bool { known.allSatisfy { $0.rows.isEmpty && $0.record == nil } }

    /// The newest record of a withdrawal.
    var newestRecord: WithdrawalRecord? { known.compactMap(\.record).max { $0.version < $1.version } }

    /// The highest version of what was pushed.
    var pushedVersion: UInt64 { known.map(\.version).max() ?? 0 }

    /// The shards with a server that answered.
    var livingShards: [ClusterLayout.Shard] {
        layout.shards.filter { shard in shard.replicas.contains { (try? answers[$0]?.get()) != nil } }
    }

    /// The failures of servers, in the order of the shards.
    var troubles: [String] { layout.shards.flatMap(failures) }

    /// The reasons why the withdrawal is not complete, in the order of the shards.
    var obstacles: [String] { layout.shards.flatMap { failures($0) + leftovers($0) } }

    /// Whether each server of a shard that answered has a record of the withdrawal.
    func knowsWithdrawal(_ shard: ClusterLayout.Shard) -> Bool {
        shard.replicas.allSatisfy { replica in
            // One that is dead hears of it from those that live.
            guard case .success(let traces) = answers[replica] else { return true }
            return traces.record?.isLifted == false
        }
    }

    /// The servers of a shard that do not answer.
    private func failures(_ shard: ClusterLayout.Shard) -> [String] {
        shard.replicas.compactMap { replica in
            guard case .failure(let failure) = answers[replica] else { return nil }
            return "\(Warehouse.error(failure, at: replica).message) (shard \(shard.name))"
        }
    }

    /// The servers of a shard that still have rows, or do not know of the withdrawal.
    private func leftovers(_ shard: ClusterLayout.Shard) -> [String] {
        shard.replicas.compactMap { replica in
            guard case .success(let traces) = answers[replica] else { return nil }
            let tables = traces.rows.keys.sorted().joined(separator: ", ")
            let place = "\(replica.url.absoluteString) (shard \(shard.name))"
            if !tables.isEmpty { return "the ClickHouse server at \(place) still has rows in \(tables)" }
            return traces.record?.isLifted == false
                ? nil : "the ClickHouse server at \(place) has not heard of the withdrawal"
        }
    }
}
