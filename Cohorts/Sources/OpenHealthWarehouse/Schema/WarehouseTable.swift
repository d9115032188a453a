// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A table of the warehouse, which exists on every shard.
package struct WarehouseTable: Sendable {
    /// A column.
    package struct Column: Sendable {
        package let name: String
        package let type: String
        /// The compression codec, for servers that support column codecs.
        package let codec: String

        init(_ name: String, _ type: String, _ codec: String = "ZSTD(1)") {
            self.name = name
            self.type = type
            self.codec = codec
        }
    }

    /// The name on every server; `all_` followed by the name is the table over all shards.
    package let name: String
    package let columns: [Column]
    /// The sorting key of the rows. Among rows with the same key, the row with the highest `version` is valid.
    package let key: [String]
    /// The partition key.
    let partition: String?

    /// The names of the columns, in the order in which rows are written.
    package var columnNames: [String] { columns.map(\.name) }

    /// All tables, in the order of their creation.
    package static let all = [participants, samples, deletions, cells, durations, withdrawals]
}

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

extension WarehouseTable.Column {
    fileprivate static let participant = Self("participant", "String")
    /// The identifier of the type, such as `HKQuantityTypeIdentifierStepCount`.
    fileprivate static let type = Self("type", "String")
    /// The civil day in the participant's home time zone.
    fileprivate static let day = Self("day", "Date", "DoubleDelta, ZSTD(1)")
    /// The position in the store's order of changes.
    fileprivate static let place = Self("place", "UInt64", "DoubleDelta, ZSTD(1)")
    /// The number of the push that wrote the row.
    fileprivate static let version = Self("version", "UInt64", "Delta(8), ZSTD(1)")
    /// Distinguishes rows with different contents.
    fileprivate static let digest = Self("digest", "UInt64", "NONE")
}

extension WarehouseTable {
    // Codecs: differences and ZSTD for columns that are at least nearly sorted; the required bits for counts; only ZSTD for
    // measurements. Gorilla before ZSTD increased their size by a quarter in measurements, because sensors produce few different
    // numbers, which ZSTD compresses well. Sizes in kB for a million samples and 25,000 days of one person on 26.9: value 3209
    // (4132 with Gorilla), sums 2209 (2845), start 1775 (2371 without differences), place 335 (484 with Delta).

    /// One row for each participant with the position up to which their store has been pushed. Each push writes it last.
    package static let participants = WarehouseTable(
        name: "participants",
        columns: [
            .participant,
            // The number of the push that wrote the row.
            Column("version", "UInt64"),
            Column("cohort_group", "String"),
            // 0 if it isn't known. The complete date is empty unless it is disclosed.
            Column("birth_year", "UInt16"),
            Column("birth_date", "String"),
            // HKBiologicalSex: 0 not set, 1 female, 2 male, 3 other.
            Column("sex", "UInt8"),
            Column("time_zone", "String"),
            // Distinguishes stores, and reveals nothing about a person.
            Column("store", "String"),
            // The position in the store's order of changes up to which everything has arrived.
            Column("anchor", "UInt64"),
            // The civil days of the start dates of the first and the last sample.
            Column("first_day", "Date"),
            Column("last_day", "Date"),
            // Seconds since 1970, UTC.
            Column("pushed", "Float64"),
            // The disclosed details: names of ``CohortDisclosure``.
            Column("disclosed", "Array(String)"),
        ], key: ["participant"], partition: nil)

    /// All samples.
    package static let samples = WarehouseTable(
        name: "samples",
        columns: [
            .participant,
            .type,
            // Seconds since 1970, UTC.
            Column("start", "Float64", "Delta(8), ZSTD(1)"),
            Column("end", "Float64", "Delta(8), ZSTD(1)"),
            .place,
            .version,
            // That of the start date.
            .day,
            Column("uuid", "FixedString(16)", "NONE"),
            // The value in the canonical unit of the type, or the raw value of a category; NaN if there is none.
            Column("value", "Float64"),
            // The number of the source, which is unique for the participant.
            Column("source", "UInt32", "T64, ZSTD(1)"),
            // Metadata values that are numbers, Boolean values or HealthKit enumerations; others only if they are disclosed.
            Column("metadata_keys", "Array(String)"),
            Column("metadata_values", "Array(String)"),
            // Empty unless disclosed.
            Column("source_name", "String"),
            Column("device_name", "String"),
        ], key: ["type", "participant", "start", "place"], partition: "toYear(toDateTime(toInt64(start)))")

    /// The positions of samples that have been deleted since they were pushed.
    package static let deletions = WarehouseTable(
        name: "deletions",
        columns: [
            .participant, .place, .version,
        ], key: ["participant", "place"], partition: nil)

    /// The statistics of a participant's quantity on a civil day, over all sources, with each moment counted once: those of the
    /// day, and arrays of those of its quarters of an hour. A day that has become empty is a row with empty contents.
    ///
    /// `count`, `sum` and so on are for the samples that start on the day (or in the quarter); `carried_…` are for earlier
    /// samples that overlap it. See ``CellDay`` for the meaning of each column and for combining days to weeks.
    package static let cells = WarehouseTable(
        name: "cells",
        columns: [
            .participant, .type, .day, .version, .digest,
            // The start and end of the day, in seconds since 1970, UTC.
            Column("start", "Float64", "Delta(8), ZSTD(1)"),
            Column("finish", "Float64", "Delta(8), ZSTD(1)"),
            Column("count", "UInt32", "T64, ZSTD(1)"),
            Column("sum", "Float64"),
            Column("minimum", "Float64"),
            Column("maximum", "Float64"),
            Column("covered", "Float64"),
            Column("weight", "Float64"),
            Column("weighted", "Float64"),
            Column("hold", "Float64"),
            Column("last_end", "Float64"),
            Column("last_value", "Float64"),
            Column("carried_count", "UInt32", "T64, ZSTD(1)"),
            Column("carried_sum", "Float64"),
            Column("carried_minimum", "Float64"),
            Column("carried_maximum", "Float64"),
            // The quarters of an hour since the start of the day that aren't empty, and their statistics. Arrays that aren't used
            // for a type are empty; the others have the same length as this one.
            Column("quarters", "Array(UInt8)", "Delta(1), ZSTD(1)"),
            Column("counts", "Array(UInt32)", "T64, ZSTD(1)"),
            Column("sums", "Array(Float64)"),
            Column("minimums", "Array(Float64)"),
            Column("maximums", "Array(Float64)"),
            Column("covereds", "Array(Float64)"),
            Column("weights", "Array(Float64)"),
            Column("weighteds", "Array(Float64)"),
            Column("holds", "Array(Float64)"),
            Column("last_ends", "Array(Float64)", "Delta(8), ZSTD(1)"),
            Column("last_values", "Array(Float64)"),
            Column("carried_counts", "Array(UInt32)", "T64, ZSTD(1)"),
            Column("carried_sums", "Array(Float64)"),
            Column("carried_minimums", "Array(Float64)"),
            Column("carried_maximums", "Array(Float64)"),
        ], key: ["type", "participant", "day"], partition: "toYear(day)")

    /// The durations of the values of a category for a participant and a day: a civil day, or for sleep the night that ends on
    /// it.
    package static let durations = WarehouseTable(
        name: "durations",
        columns: [
            .participant, .type, .day, .version, .digest,
            Column("categories", "Array(Int32)", "T64, ZSTD(1)"),
            // The seconds that are attributed to each value, and the seconds that were reported for it.
            Column("durations", "Array(Float64)"),
            Column("reporteds", "Array(Float64)"),
        ], key: ["type", "participant", "day"], partition: "toYear(day)")

    /// Withdrawn participants, by the SHA-256 of their pseudonym, so that later pushes are rejected.
    package static let withdrawals = WarehouseTable(
        name: "withdrawals",
        columns: [
            Column("pseudonym", "FixedString(32)", "NONE"),
            Column("version", "UInt64"),
            // Seconds since 1970, UTC.
            Column("withdrawn", "Float64"),
            // 1 if the participant has been admitted again.
            Column("lifted", "UInt8"),
        ], key: ["pseudonym"], partition: nil)
}

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
