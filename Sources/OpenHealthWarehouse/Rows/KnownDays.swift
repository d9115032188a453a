// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The days that a shard has of a participant, by what tells their content apart.
package struct KnownDays: Sendable {
    /// A day and the digest of its row.
    package struct Entry: Hashable, Sendable {
        package var day: UInt16
        package var digest: UInt64

        package init(day: UInt16, digest: UInt64) {
            self.day = day
            self.digest = digest
        }
    }

    /// By type and in order of the day: the rows of the table `cells`.
    package var cells: [String: [Entry]]
    /// The same of the table `durations`.
    package var durations: [String: [Entry]]

    package init(cells: [String: [Entry]] = [:], durations: [String: [Entry]] = [:]) {
        self.cells = cells
        self.durations = durations
    }
}

extension Warehouse {
    /// Which days a shard has of a participant. The servers of the shard should be at one before: of a server that lacks
    /// days, these are not known and so not emptied.
    /// - Parameter trusted: which rows stay, as a condition on `version`. Those of a push that has not come to its end may yet be
    ///   taken back by it: such days are known, but not what is in them.
    /// - Throws: a ``WarehouseError``.
    package func knownDays(
        of participant: String, on shard: ClusterLayout.Shard, trusted: String = "1"
    ) async throws -> KnownDays {
        try await KnownDays(
            cells: entries(.cells, of: participant, on: shard, trusted: trusted),
            durations: entries(.durations, of: participant, on: shard, trusted: trusted))
    }

    private func entries(
        _ table: WarehouseTable, of participant: String, on shard: ClusterLayout.Shard, trusted: String
    ) async throws -> [String: [KnownDays.Entry]] {
        let answer = try await ask(
            """
            SELECT type, groupArray(toUInt16(day)), groupArray(if(\(trusted), digest, toUInt64(0)))
            FROM \(names.local(table)) FINAL
            WHERE participant = \(SQLText.quoted(participant)) GROUP BY type
            """, shard: shard)
        var entries: [String: [KnownDays.Entry]] = [:]
        do {
            for row in answer.rows {
                let days: [UInt16] = try ResultTable.array(row[1]).map(ResultTable.number)
                let digests: [UInt64] = try ResultTable.array(row[2]).map(ResultTable.number)
                entries[row[0]] = zip(days, digests).map { KnownDays.Entry(day: $0, digest: $1) }
                    .sorted { $0.day < $1.day }
            }
        } catch let failure as ServerFailure {
            throw Self.error(failure, at: shard.replicas[0])
        }
        return entries
    }
}
