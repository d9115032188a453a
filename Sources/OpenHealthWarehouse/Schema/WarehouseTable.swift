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
