// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The record of a withdrawal: the SHA-256 of a pseudonym, so that a later push is rejected. It doesn't reveal the pseudonym,
/// unless it can be guessed.
struct WithdrawalRecord: Hashable, Sendable {
    /// The version, which is higher than those of all rows that were pushed with the pseudonym. Later pushes continue from it, so
    /// their blocks differ from earlier ones, which servers would otherwise treat as duplicates.
    var version: UInt64
    /// Whether the participant has been admitted again.
    var isLifted: Bool

    /// Returns the record as a row of the table `withdrawals`.
    func row(of pseudonym: Pseudonym) -> [UInt8] {
        var rows = RowBinaryWriter()
        // A `FixedString(32)` is written without its length.
        for byte in pseudonym.digest { rows.write(byte) }
        rows.write(version)
        rows.write(Date().timeIntervalSince1970)
        rows.write(UInt8(isLifted ? 1 : 0))
        return rows.bytes
    }

    /// Returns the query for a server's record of a pseudonym.
    static func query(_ pseudonym: Pseudonym, names: WarehouseNames) -> String {
        """
        SELECT version, lifted FROM \(names.local(.withdrawals)) FINAL WHERE pseudonym = unhex('\(pseudonym.hash)')
        """
    }

    /// Creates a record from a query result, or returns nil if it is empty.
    init?(_ result: ResultTable) throws {
        guard let row = result.rows.first else { return nil }
        version = try ResultTable.number(row[0])
        isLifted = row[1] != "0"
    }

    init(version: UInt64, isLifted: Bool) {
        self.version = version
        self.isLifted = isLifted
    }
}

extension Warehouse {
    /// Returns whether a participant has been withdrawn and not admitted again, according to the servers of a shard.
    /// - Throws: A ``WarehouseError``.
    func isWithdrawn(_ participant: Pseudonym, shard: ClusterLayout.Shard) async throws -> Bool {
        try await record(of: participant, shard: shard).map { !$0.isLifted } ?? false
    }

    /// Admits a withdrawn participant again.
    /// - Throws: A ``WarehouseError``.
    func admit(_ participant: Pseudonym, shard: ClusterLayout.Shard) async throws {
        guard let record = try await record(of: participant, shard: shard), !record.isLifted else { return }
        let lifted = WithdrawalRecord(version: record.version + 1, isLifted: true)
        try await insert(lifted.row(of: participant), into: .withdrawals, shard: shard)
        _ = try await settle(shard)
    }

    private func record(of participant: Pseudonym, shard: ClusterLayout.Shard) async throws -> WithdrawalRecord? {
        let result = try await ask(WithdrawalRecord.query(participant, names: names), shard: shard)
        do {
            return try WithdrawalRecord(result)
        } catch let failure as ServerFailure {
            throw Self.error(failure, at: shard.replicas[0])
        }
    }
}
