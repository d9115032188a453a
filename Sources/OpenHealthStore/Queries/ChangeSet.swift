// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The changes after a place in the order of changes.
public struct ChangeSet: Sendable, Equatable {
    /// A sample that was deleted.
    public struct DeletedRecord: Sendable, Equatable {
        /// The identity that the sample had.
        public var uuid: UUID
        /// The identifier of its type.
        public var type: String
        /// Its sync identifier, where it had one.
        public var syncIdentifier: String?
        /// Its sync version, where it had one.
        public var syncVersion: Int?
        /// The place of the deletion in the order of changes.
        public var id: Int64

        /// Creates a record; see the properties.
        public init(
            uuid: UUID, type: String, syncIdentifier: String? = nil, syncVersion: Int? = nil, id: Int64 = 0
        ) {
            self.uuid = uuid
            self.type = type
            self.syncIdentifier = syncIdentifier
            self.syncVersion = syncVersion
            self.id = id
        }
    }

    /// The samples that were saved and are still there, in the order of changes.
    public var added: [SampleRecord]
    /// The samples that were deleted, in the order of changes.
    public var deleted: [DeletedRecord]
    /// The place up to which this goes: ask for what comes after it next time.
    public var anchor: Int64
    /// Whether a limit left out something that has happened already.
    public var hasMore: Bool
}
