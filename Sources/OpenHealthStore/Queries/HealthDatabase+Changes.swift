// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension HealthDatabase {
    /// Returns the changes after a position in the order of changes: saved samples that still exist, and deleted samples.
    ///
    /// A sample that was saved and deleted after the position is only among the deleted samples. If a sample replaced another, it
    /// is among the added samples and the replaced one among the deleted samples.
    /// - Parameters:
    ///   - anchor: The position; 0 for all changes.
    ///   - types: The identifiers of the types; empty for all types.
    ///   - limit: The maximum number of samples and deletions together; nil for no limit.
    /// - Throws: A ``StoreError``.
    public func changes(after anchor: Int64, types: [String] = [], limit: Int? = nil) throws -> ChangeSet {
        if let limit, limit < 1 {
            throw StoreError(
                .invalidArgument, message: "the limit \(limit) is not valid",
                remedy: "give a number above zero, or no limit for all changes")
        }
        return try read { db in
            let reader = RecordReader(db)
            let numbers = types.isEmpty ? nil : Set(try types.compactMap { try reader.number(ofType: $0) })
            let changes = try ChangeReader(reader, after: anchor, types: numbers)
            // The anchor skips the positions of other types.
            var result = ChangeSet(
                added: [], deleted: [], anchor: max(anchor, try Self.latestChange(db)), hasMore: false)
            var last = anchor
            while let change = try changes.next() {
                if case .deleted(let deletion, _) = change,
                    try SampleLookup.exists(deletion.uuid, before: deletion.id, reader, sees: { _ in true })
                {
                    continue
                }
                if let limit, result.added.count + result.deleted.count == limit {
                    result.anchor = last
                    result.hasMore = true
                    break
                }
                switch change {
                case .added(let sample):
                    last = sample.id
                    result.added.append(try reader.record(sample))
                case .deleted(let deletion, _):
                    last = deletion.id
                    result.deleted.append(deletion)
                }
            }
            return result
        }
    }

    /// Returns the last position in the order of changes, or 0 if there were no changes.
    /// - Throws: A ``StoreError``.
    public func latestChange() throws -> Int64 {
        try read { db in try Self.latestChange(db) }
    }

    /// Returns the last position in the order of changes. New positions follow it.
    /// - Throws: A ``StoreError`` if the position is out of range.
    package static func latestChange(_ db: Database) throws -> Int64 {
        try StoredNumber.checked(
            Int64.fetchOne(db, sql: "SELECT value FROM counter WHERE name = 'change'") ?? 0, of: "counter",
            "the position of the last change")
    }
}

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
