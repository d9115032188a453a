// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The facts of a deleted sample that determine which apps can see the deletion.
package struct DeletionTrace {
    /// The number of the type.
    package var type: Int64
    /// The number of the source, if it was recorded.
    package var source: Int64?
    /// The start date of the sample, in seconds since 1970; nil if it is no longer known.
    package var start: Double?
    /// The numbers of the types of a correlation's members; nil for other samples, and if they are no longer known.
    package var members: Set<Int64>?

    /// Returns the types of members in the form of the column.
    package static func column(_ members: Set<Int64>) -> String {
        members.sorted().map(String.init).joined(separator: " ")
    }

    /// Returns the types of members from the column.
    package static func members(_ column: String?) -> Set<Int64>? {
        column.map { Set($0.split(separator: " ").compactMap { Int64($0) }) }
    }
}
