// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A table of the warehouse: what a shard keeps of its participants.
package struct WarehouseTable: Sendable {
    /// A column.
    package struct Column: Sendable {
        package let name: String
        package let type: String
        /// How servers that can compress each column in a way of its own do it.
        package let codec: String

        init(_ name: String, _ type: String, _ codec: String) {
            self.name = name
            self.type = type
            self.codec = codec
        }
    }

    /// The name on every server; `all_` and the name is the same table over all shards.
    package let name: String
    package let columns: [Column]
    /// The sorting key of the rows. Of rows that have the same, the one with the highest `version` counts.
    package let key: [String]
    /// The partition key of the files.
    let partition: String?

    /// The names of the columns, in the order that rows are written in.
    package var columnNames: [String] { columns.map(\.name) }

    /// All tables, in the order that they are made in.
    package static let all = [participants, samples, deletions, cells, durations, withdrawals]
}
