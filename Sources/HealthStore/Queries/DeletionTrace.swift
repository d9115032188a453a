// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The facts of a deleted sample that tell who may hear of its end.
struct DeletionTrace {
    /// The number of the type.
    var type: Int64
    /// The number of the source, where that was written down.
    var source: Int64?
    /// When the sample started, in seconds since 1970; nil where that is not known any more.
    var start: Double?
    /// The numbers of the types of a correlation's members; nil for other samples, and where that is not known any more.
    var members: Set<Int64>?

    /// The types of members as a column has them.
    static func column(_ members: Set<Int64>) -> String { members.sorted().map(String.init).joined(separator: " ") }

    /// The types of members out of their column.
    static func members(_ column: String?) -> Set<Int64>? {
        column.map { Set($0.split(separator: " ").compactMap { Int64($0) }) }
    }
}
