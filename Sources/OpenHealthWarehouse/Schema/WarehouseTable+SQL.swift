// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension WarehouseTable {
    /// The statement that makes the table on one server.
    /// - Parameters:
    ///   - path: the table's node in ZooKeeper and the name of this replica; nil without replicas.
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
        // A block that is sent again is recognised: through ZooKeeper in every version, without it since 22.3.
        if replica == nil, version.recognisesBlocks {
            statement += " SETTINGS non_replicated_deduplication_window = 1000"
        }
        return statement
    }

    /// The statement that makes the table over all shards on one server.
    ///
    /// It is for reading: rows go to the shards themselves, since a participant's shard is none that ClickHouse could find
    /// (``ClusterLayout/placement(of:)``, and who is there stays). Without a sharding key it takes no rows, and cannot leave out
    /// shards that it considers empty (`optimize_skip_unused_shards`).
    func distribution(database: String, cluster: String) -> String {
        """
        CREATE TABLE IF NOT EXISTS \(database).all_\(name) AS \(database).\(name) \
        ENGINE = Distributed(\(cluster), \(database), \(name))
        """
    }
}
