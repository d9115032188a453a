// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The tables in which servers keep what the cohort is, beside the participants' data.
enum CohortTables {
    /// Their names, in the order that they are made in.
    static let names = ["cohort", "migration", "layout"]

    /// The statement that makes one.
    /// - Parameter replica: the cohort's node in ZooKeeper and the name of the replica; nil without replicas.
    static func creation(of table: String, database: String, replica: (path: String, name: String)?) -> String {
        let head = "CREATE TABLE IF NOT EXISTS \(database).\(table)"
        switch table {
        case "cohort":
            return "\(head) (identifier String, made Float64) ENGINE = ReplacingMergeTree ORDER BY identifier"
        case "migration":
            return "\(head) (number UInt32, name String, applied Float64) ENGINE = ReplacingMergeTree ORDER BY number"
        default:
            // All servers of a replicated cluster have the same table of layouts, whatever their shards: one that was down
            // while the cluster grew hears of it from any other.
            var engine = "ReplacingMergeTree(written)"
            if let replica {
                let (path, name) = (SQLText.quoted("\(replica.path)/layout"), SQLText.quoted(replica.name))
                engine = "ReplicatedReplacingMergeTree(\(path), \(name), written)"
            }
            return "\(head) (version UInt32, document String, written Float64) ENGINE = \(engine) ORDER BY version"
        }
    }

    /// Writes down which cohort a server belongs to.
    static func cohort(_ cohort: UUID, database: String) -> String {
        "INSERT INTO \(database).cohort (identifier, made) VALUES (\(SQLText.quoted(cohort.uuidString)), \(now))"
    }

    /// Writes down that a server has had a migration.
    static func applied(_ migration: WarehouseMigration, database: String) -> String {
        """
        INSERT INTO \(database).migration (number, name, applied) VALUES \
        (\(migration.number), \(SQLText.quoted(migration.name)), \(now))
        """
    }

    /// Writes down a layout.
    static func layout(_ layout: ClusterLayout, version: Int, database: String) -> String {
        """
        INSERT INTO \(database).layout (version, document, written) VALUES \
        (\(version), \(SQLText.quoted(layout.json)), \(now))
        """
    }

    private static var now: Double { Date().timeIntervalSince1970 }
}
