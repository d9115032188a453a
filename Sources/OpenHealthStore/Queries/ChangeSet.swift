// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The changes after a position in the order of changes.
public struct ChangeSet: Sendable, Equatable {
    /// A sample that was deleted.
    public struct DeletedRecord: Sendable, Equatable {
        /// The UUID of the sample.
        public var uuid: UUID
        /// The identifier of the sample's type.
        public var type: String
        /// The sample's sync identifier, if it had one.
        public var syncIdentifier: String?
        /// The sample's sync version, if it had one.
        public var syncVersion: Int?
        /// The position of the deletion in the order of changes.
        public var id: Int64 = 0
    }

    /// The samples that were saved and still exist, in the order of changes.
    public var added: [SampleRecord]
    /// The samples that were deleted, in the order of changes.
    public var deleted: [DeletedRecord]
    /// The last position of the changes, from which the next query continues.
    public var anchor: Int64
    /// Whether there are more changes because of a limit.
    public var hasMore: Bool
}
