// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Warehouse {
    /// How often a block is sent where nobody can be reached, and where the server has so many small parts to merge that it takes no
    /// more for the moment.
    private static let attempts = (unreachable: 3, busy: 60)

    /// Sends rows, and again where a connection was lost: nothing counts twice.
    func send(_ rows: [UInt8], to table: WarehouseTable, shard: ClusterLayout.Shard) async throws {
        var (lost, busy) = (0, 0)
        while true {
            do {
                return try await insert(rows, into: table, shard: shard)
            } catch let error as WarehouseError where error.code == .shardUnreachable || error.code == .unreachable {
                lost += 1
                guard lost < Self.attempts.unreachable else { throw error }
                try await Task.sleep(for: .milliseconds(200 * lost * lost))
            } catch let error as WarehouseError
                where error.code == .refused && error.message.contains("code \(ServerFailure.Number.tooManyParts)")
            {
                busy += 1
                guard busy < Self.attempts.busy else { throw error }
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
