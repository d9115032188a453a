// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The days of a participant on a shard, with the digests of their contents.
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

    /// The rows of the table `cells`, by type and in order of the day.
    package var cells: [String: [Entry]]
    /// The rows of the table `durations`, by type and in order of the day.
    package var durations: [String: [Entry]]

    package init(cells: [String: [Entry]] = [:], durations: [String: [Entry]] = [:]) {
        self.cells = cells
        self.durations = durations
    }
}

extension Warehouse {
    /// Returns the days of a participant on a shard. Wait until the servers of the shard are complete before calling this method:
    /// days that the queried server lacks would be unknown, and couldn't be removed.
    /// - Parameter trusted: A condition on `version` for rows that are kept. Rows of an unfinished push can still be removed by
    ///   it, so the result contains such days, but not their digests.
    /// - Throws: A ``WarehouseError``.
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
        let result = try await ask(
            """
            SELECT type, groupArray(toUInt16(day)), groupArray(if(\(trusted), digest, toUInt64(0)))
            FROM \(names.local(table)) FINAL
            WHERE participant = \(SQLText.quoted(participant)) GROUP BY type
            """, shard: shard)
        var entries: [String: [KnownDays.Entry]] = [:]
        do {
            for row in result.rows {
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
