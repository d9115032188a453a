// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The data of a participant on one server.
struct ParticipantTraces: Sendable {
    /// The number of rows of each table, including replaced ones; tables without any are left out.
    var rows: [String: Int] = [:]
    /// The highest version of what was pushed.
    var version: UInt64 = 0
    /// That they were withdrawn, or nil.
    var record: WithdrawalRecord?

    /// The tables that hold rows of participants.
    static let tables = WarehouseTable.all.filter { $0.columnNames.contains("participant") }

    /// Looks at a server, and at it alone.
    /// - Throws: a ``ServerFailure``.
    init(of participant: Pseudonym, names: WarehouseNames, server: ClickHouseServer) async throws {
        // One that hangs has to be told from one that thinks.
        _ = try await server.ask("SELECT 1", within: ClickHouseServer.shortTime)
        let name = SQLText.quoted(participant.description)
        for table in Self.tables {
            // Rows that a newer version hides count too: they have to go as well.
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
