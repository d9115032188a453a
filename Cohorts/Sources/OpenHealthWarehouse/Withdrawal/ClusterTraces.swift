// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The traces of a participant on every server of a cluster, or the failures of the servers that don't respond.
struct ClusterTraces {
    /// The layout whose servers were queried.
    let layout: ClusterLayout
    /// The result of each server.
    let results: [ClusterLayout.Replica: Result<ParticipantTraces, ServerFailure>]

    /// The traces on the servers that responded.
    var known: [ParticipantTraces] { results.values.compactMap { try? $0.get() } }

    /// Whether the servers that responded have neither rows of the participant nor a record of a withdrawal.
    var isEmpty: Bool { known.allSatisfy { $0.rows.isEmpty && $0.record == nil } }

    /// The newest record of a withdrawal.
    var newestRecord: WithdrawalRecord? { known.compactMap(\.record).max { $0.version < $1.version } }

    /// The highest version of pushed rows.
    var pushedVersion: UInt64 { known.map(\.version).max() ?? 0 }

    /// The shards with a server that responded.
    var livingShards: [ClusterLayout.Shard] {
        layout.shards.filter { shard in shard.replicas.contains { (try? results[$0]?.get()) != nil } }
    }

    /// The failures of servers, in the order of the shards.
    var troubles: [String] { layout.shards.flatMap(failures) }

    /// The reasons why the withdrawal isn't complete, in the order of the shards.
    var obstacles: [String] { layout.shards.flatMap { failures($0) + leftovers($0) } }

    /// The shards that refuse pushes: all of their servers that responded have a record of the withdrawal.
    private var refusingShards: [ClusterLayout.Shard] { livingShards.filter(knowsWithdrawal) }

    /// A description of the shards that refuse pushes.
    var refusal: String {
        let names = refusingShards.map(\.name)
        if names.isEmpty { return "pushes are not refused yet" }
        if names.count == livingShards.count { return "pushes are refused already where servers answered" }
        let shards = names.count == 1 ? "shard" : "shards"
        return "pushes are refused already on the \(shards) \(names.joined(separator: ", "))"
    }

    /// Returns whether all servers of a shard that responded have a record of the withdrawal.
    func knowsWithdrawal(_ shard: ClusterLayout.Shard) -> Bool {
        shard.replicas.allSatisfy { replica in
            // A server that is down gets the record from the others.
            guard case .success(let traces) = results[replica] else { return true }
            return traces.record?.isLifted == false
        }
    }

    /// Returns the failures of the servers of a shard that don't respond.
    private func failures(_ shard: ClusterLayout.Shard) -> [String] {
        shard.replicas.compactMap { replica in
            guard case .failure(let failure) = results[replica] else { return nil }
            return "\(Warehouse.error(failure, at: replica).message) (shard \(shard.name))"
        }
    }

    /// Returns the servers of a shard that still have rows, or have no record of the withdrawal.
    private func leftovers(_ shard: ClusterLayout.Shard) -> [String] {
        shard.replicas.compactMap { replica in
            guard case .success(let traces) = results[replica] else { return nil }
            let tables = traces.rows.keys.sorted().joined(separator: ", ")
            let place = "\(replica.url.absoluteString) (shard \(shard.name))"
            if !tables.isEmpty { return "the ClickHouse server at \(place) still has rows in \(tables)" }
            return traces.record?.isLifted == false
                ? nil : "the ClickHouse server at \(place) has not received the withdrawal"
        }
    }
}

/// The data of a participant on one server.
struct ParticipantTraces: Sendable {
    /// The number of rows of each table, including replaced ones, without tables that have none.
    var rows: [String: Int] = [:]
    /// The highest version of pushed rows.
    var version: UInt64 = 0
    /// The record of the participant's withdrawal, if any.
    var record: WithdrawalRecord?

    /// The tables with rows of participants.
    static let tables = WarehouseTable.all.filter { $0.columnNames.contains("participant") }
}

extension ParticipantTraces {
    /// Queries a single server.
    /// - Throws: A ``ServerFailure``.
    init(of participant: Pseudonym, names: WarehouseNames, server: ClickHouseServer) async throws {
        // This distinguishes a server that hangs from one that is busy.
        _ = try await server.ask("SELECT 1", within: ClickHouseServer.shortTime)
        let name = SQLText.quoted(participant.description)
        for table in Self.tables {
            // Replaced rows are included, because they have to be removed as well.
            let result = try await server.ask(
                "SELECT count() AS rows, max(version) AS newest FROM \(names.local(table)) WHERE participant = \(name)")
            guard let row = result.rows.first else { continue }
            let count: Int = try ResultTable.number(row[0])
            if count > 0 { rows[table.name] = count }
            version = max(version, try ResultTable.number(row[1]))
        }
        record = try WithdrawalRecord(try await server.ask(WithdrawalRecord.query(participant, names: names)))
    }
}

extension Warehouse {
    /// Returns the data of a participant on every server of some shards, or its failure.
    func traces(
        of participant: Pseudonym, shards: [ClusterLayout.Shard]
    ) async -> [ClusterLayout.Replica: Result<ParticipantTraces, ServerFailure>] {
        await withTaskGroup { group in
            for replica in shards.flatMap(\.replicas) {
                group.addTask {
                    do {
                        let traces = try await ParticipantTraces(
                            of: participant, names: names, server: server(replica))
                        return (replica, Result<ParticipantTraces, ServerFailure>.success(traces))
                    } catch let failure as ServerFailure {
                        return (replica, .failure(failure))
                    } catch {
                        return (replica, .failure(.unreachable("\(error)")))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
