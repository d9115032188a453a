// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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

    /// Queries a single server.
    /// - Throws: A ``ServerFailure``.
    init(of participant: Pseudonym, names: WarehouseNames, server: ClickHouseServer) async throws {
        // This distinguishes a server that hangs from one that is busy.
        _ = try await server.ask("SELECT 1", within: ClickHouseServer.shortTime)
        let name = SQLText.quoted(participant.description)
        for table in Self.tables {
            // Replaced rows are included, because they have to be removed as well.
            let answer = try await server.ask(
                "SELECT count() AS rows, max(version) AS newest FROM \(names.local(table)) WHERE participant = \(name)")
            guard let row = answer.rows.first else { continue }
            let count: Int = try ResultTable.number(row[0])
            if count > 0 { rows[table.name] = count }
            version = max(version, try ResultTable.number(row[1]))
        }
        record = try WithdrawalRecord(try await server.ask(WithdrawalRecord.question(participant, names: names)))
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
