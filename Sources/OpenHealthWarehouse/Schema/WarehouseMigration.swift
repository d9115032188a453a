// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A migration from one state of the tables to the next. Migrations are numbered, and released migrations never change; later
/// changes are new migrations.
package struct WarehouseMigration: Sendable {
    /// The server on which a migration runs.
    package struct Place: Sendable {
        package let database: String
        package let version: ServerVersion
        /// The node in ZooKeeper for the shard's tables, and the name of the replica; nil without replication.
        package let replica: (path: String, name: String)?

        package init(database: String, version: ServerVersion, replica: (path: String, name: String)?) {
            (self.database, self.version, self.replica) = (database, version, replica)
        }

        /// Returns the node of a table in ZooKeeper, and the name of the replica.
        func replica(of table: String) -> (path: String, name: String)? {
            replica.map { ("\($0.path)/\(table)", $0.name) }
        }
    }

    /// The number, which starts at 1.
    package let number: Int
    /// The name.
    package let name: String
    /// Returns the statements, which are idempotent.
    package let statements: @Sendable (Place) -> [String]

    /// All migrations, in order.
    package static let all = [
        WarehouseMigration(number: 1, name: "tables") { place in
            WarehouseTable.all.map {
                $0.creation(database: place.database, version: place.version, replica: place.replica(of: $0.name))
            }
        }
    ]

    /// The number of the last migration.
    static var newest: Int { all.map(\.number).max() ?? 0 }
}
