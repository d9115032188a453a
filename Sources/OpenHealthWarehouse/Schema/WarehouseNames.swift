// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The names of the tables on the servers of a layout.
package struct WarehouseNames: Sendable {
    /// The name of the database.
    package let database: String
    private let isSingle: Bool

    package init(_ layout: ClusterLayout) {
        database = layout.name
        isSingle = layout.isSingle
    }

    /// Returns the name of the table with the data of the server.
    package func local(_ table: WarehouseTable) -> String { "\(database).\(table.name)" }

    /// Returns the name of the table over all shards.
    package func all(_ table: WarehouseTable) -> String {
        isSingle ? local(table) : "\(database).all_\(table.name)"
    }

    /// The condition that excludes deleted samples. It is also for queries of ``all(_:)``, in which each shard evaluates its own
    /// deletions.
    package var isNotDeleted: String {
        "(participant, place) NOT IN (SELECT participant, place FROM \(local(.deletions)))"
    }
}
