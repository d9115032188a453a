// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension WarehouseTable {
    /// Returns the statement that creates the table on one server.
    /// - Parameter replica: The table's node in ZooKeeper and the name of this replica; nil without replication.
    package func creation(database: String, version: ServerVersion, replica: (path: String, name: String)?) -> String {
        let columns = columns.map { column in
            "    \(column.name) \(column.type)" + (version.hasColumnCodecs ? " CODEC(\(column.codec))" : "")
        }
        var engine = "ReplacingMergeTree(version)"
        if let replica {
            engine =
                "ReplicatedReplacingMergeTree(\(SQLText.quoted(replica.path)), \(SQLText.quoted(replica.name)), version)"
        }
        var statement = """
            CREATE TABLE IF NOT EXISTS \(database).\(name) (
            \(columns.joined(separator: ",\n"))
            ) ENGINE = \(engine)
            """
        if let partition { statement += " PARTITION BY \(partition)" }
        statement += " ORDER BY (\(key.joined(separator: ", ")))"
        // Repeated blocks are recognised: in every version with ZooKeeper, and since 22.3 without it.
        if replica == nil, version.recognisesBlocks {
            statement += " SETTINGS non_replicated_deduplication_window = 1000"
        }
        return statement
    }

    /// Returns the statement that creates the table over all shards on one server.
    ///
    /// The table is only for reading. Rows are inserted into the shards directly, because ClickHouse can't determine the shard of
    /// a participant (``ClusterLayout/placement(of:)``, and participants never move). Without a sharding key, the table accepts
    /// no rows, and no shards can be skipped as empty (`optimize_skip_unused_shards`).
    func distribution(database: String, cluster: String) -> String {
        """
        CREATE TABLE IF NOT EXISTS \(database).all_\(name) AS \(database).\(name) \
        ENGINE = Distributed(\(cluster), \(database), \(name))
        """
    }
}
