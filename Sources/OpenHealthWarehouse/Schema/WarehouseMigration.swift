// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A step from one state of the tables to the next. Steps are numbered and never change once they have been released: what
/// has to be different is a new step.
package struct WarehouseMigration: Sendable {
    /// Where and for what a step is made.
    package struct Place: Sendable {
        package let database: String
        package let version: ServerVersion
        /// The node in ZooKeeper below which the shard's tables are, and the name of the replica; nil without replicas.
        package let replica: (path: String, name: String)?

        package init(database: String, version: ServerVersion, replica: (path: String, name: String)?) {
            (self.database, self.version, self.replica) = (database, version, replica)
        }

        /// Where a table is in ZooKeeper.
        func replica(of table: String) -> (path: String, name: String)? {
            replica.map { ("\($0.path)/\(table)", $0.name) }
        }
    }

    /// From 1 on.
    package let number: Int
    /// The name.
    package let name: String
    /// The statements; each can be repeated.
    package let statements: @Sendable (Place) -> [String]

    /// All steps, in their order.
    package static let all = [
        WarehouseMigration(number: 1, name: "tables") { place in
            WarehouseTable.all.map {
                $0.creation(database: place.database, version: place.version, replica: place.replica(of: $0.name))
            }
        }
    ]

    /// The number of the last step.
    static var newest: Int { all.map(\.number).max() ?? 0 }
}
