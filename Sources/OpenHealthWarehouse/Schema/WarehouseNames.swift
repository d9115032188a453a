// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The names of the tables on the servers of a layout.
package struct WarehouseNames: Sendable {
    /// The database.
    package let database: String
    private let isSingle: Bool

    package init(_ layout: ClusterLayout) {
        database = layout.name
        isSingle = layout.isSingle
    }

    /// The table with what the server itself holds.
    package func local(_ table: WarehouseTable) -> String { "\(database).\(table.name)" }

    /// The table over all shards.
    package func all(_ table: WarehouseTable) -> String {
        isSingle ? local(table) : "\(database).all_\(table.name)"
    }

    /// The condition that leaves out deleted samples. It goes with a question to ``all(_:)``: each shard looks at its own.
    package var isNotDeleted: String {
        "(participant, place) NOT IN (SELECT participant, place FROM \(local(.deletions)))"
    }
}
