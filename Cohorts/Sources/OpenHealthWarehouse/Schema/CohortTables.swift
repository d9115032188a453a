// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The tables with the state of the cohort, in addition to the participants' data.
enum CohortTables {
    /// The names of the tables, in the order of their creation.
    static let names = ["cohort", "migration", "layout"]

    /// Returns the statement that creates a table.
    /// - Parameter replica: The cohort's node in ZooKeeper and the name of the replica; nil without replication.
    static func creation(of table: String, database: String, replica: (path: String, name: String)?) -> String {
        let head = "CREATE TABLE IF NOT EXISTS \(database).\(table)"
        switch table {
        case "cohort":
            return "\(head) (identifier String, made Float64) ENGINE = ReplacingMergeTree ORDER BY identifier"
        case "migration":
            return "\(head) (number UInt32, name String, applied Float64) ENGINE = ReplacingMergeTree ORDER BY number"
        default:
            // All servers of a replicated cluster, in all shards, share the table of layouts, so a server that was down while the
            // cluster grew gets the layout from any other server.
            var engine = "ReplacingMergeTree(written)"
            if let replica {
                let (path, name) = (SQLText.quoted("\(replica.path)/layout"), SQLText.quoted(replica.name))
                engine = "ReplicatedReplacingMergeTree(\(path), \(name), written)"
            }
            return "\(head) (version UInt32, document String, written Float64) ENGINE = \(engine) ORDER BY version"
        }
    }

    /// Returns the statement that records the cohort of a server.
    static func cohort(_ cohort: UUID, database: String) -> String {
        "INSERT INTO \(database).cohort (identifier, made) VALUES (\(SQLText.quoted(cohort.uuidString)), \(now))"
    }

    /// Returns the statement that records a migration of a server.
    static func applied(_ migration: WarehouseMigration, database: String) -> String {
        """
        INSERT INTO \(database).migration (number, name, applied) VALUES \
        (\(migration.number), \(SQLText.quoted(migration.name)), \(now))
        """
    }

    /// Returns the statement that records a layout.
    static func layout(_ layout: ClusterLayout, version: Int, database: String) -> String {
        """
        INSERT INTO \(database).layout (version, document, written) VALUES \
        (\(version), \(SQLText.quoted(layout.json)), \(now))
        """
    }

    private static var now: Double { Date().timeIntervalSince1970 }
}

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
