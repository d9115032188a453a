// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Returns the changes after an anchor to the samples of some parts of a query.
    ///
    /// Predicates can't be evaluated for deleted samples, so the result contains all deleted samples of the types that were
    /// visible to the app. The anchor of the result is the position of the last change to the types that is visible to the app;
    /// other changes to the store don't affect it. An anchor beyond the latest change comes from another store, or from this
    /// store before it was restored, and is treated as the latest change.
    /// - Parameters:
    ///   - anchor: The anchor; nil for all samples, without deleted ones.
    ///   - limit: The maximum total number of samples and deleted objects; nil for no limit.
    ///   - bytes: The number of bytes with which the changes end earlier.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type.
    package func changes(
        _ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?, limit: Int? = nil, bytes: PageBytes = PageBytes(.max)
    ) throws -> AppChanges {
        let limit = limit.flatMap { $0 > 0 ? $0 : nil } ?? .max
        return try read(noting: { AccessNote.samples($0.added) }) { db in
            let reader = try SampleReader(db, parts, for: self)
            var last = min(max(Int64(anchor?.value ?? 0), 0), try HealthDatabase.latestChange(db))
            let types = parts.isEmpty ? try askedTypes(db) : Array(Set(parts.map(\.type)))
            let end = max(last, try lastPlace(reader.reader, of: types))
            guard end > last else {
                return AppChanges(
                    added: [], deleted: [], anchor: HKQueryAnchor(fromValue: Int(end)), hasMore: false)
            }
            let changes = try reader.changes(after: last, through: end, hasDeletions: anchor != nil)
            let tells = try deletionSight(reader.reader)
            var (added, deleted): ([HKSample], [HKDeletedObject]) = ([], [])
            var bytes = bytes
            while let change = try changes.next() {
                let isFull = added.count + deleted.count == limit || bytes.isReached
                switch change {
                case .added(let sample):
                    guard let object = try reader.filters[sample.type]?.object(sample) else { continue }
                    if !isFull {
                        added.append(object)
                        bytes.take(object)
                    }
                    last = isFull ? last : sample.id
                case .deleted(let record, let trace):
                    guard try tells(record, trace) else { continue }
                    if !isFull { deleted.append(HKDeletedObject(record)) }
                    last = isFull ? last : record.id
                }
                if isFull {
                    return AppChanges(
                        added: added, deleted: deleted, anchor: HKQueryAnchor(fromValue: Int(last)), hasMore: true)
                }
            }
            return AppChanges(
                added: added, deleted: deleted, anchor: HKQueryAnchor(fromValue: Int(end)), hasMore: false)
        }
    }

    /// Returns the types of query parts with visible changes in a range. Saved samples must match the predicates.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type.
    package func changedTypes(_ parts: [SampleQuery.Part], in range: ChangeRange) throws -> Set<HKSampleType> {
        let parts = parts.filter { range.types.contains($0.type.identifier) }
        guard !parts.isEmpty, range.after < range.through else { return [] }
        return try read { db in try changedTypes(db, parts, after: range.after, through: range.through) }
    }

    /// Returns the changed types within a read.
    func changedTypes(
        _ db: Database, _ parts: [SampleQuery.Part], after: Int64, through: Int64
    ) throws -> Set<HKSampleType> {
        let reader = try SampleReader(db, parts, for: self)
        let through = min(through, try lastPlace(reader.reader, of: Set(parts.map(\.type))))
        guard after < through else { return [] }
        let changes = try reader.changes(after: after, through: through)
        let tells = try deletionSight(reader.reader)
        var changed: Set<HKSampleType> = []
        while changed.count < reader.filters.count, let change = try changes.next() {
            let (type, isTold): (Int64, Bool) =
                switch change {
                case .added(let sample): (sample.type, try reader.filters[sample.type]?.passes(sample) ?? false)
                case .deleted(let record, let trace): (trace.type, try tells(record, trace))
                }
            guard isTold, let sampleType = reader.filters[type]?.type.sampleType else { continue }
            changed.insert(sampleType)
            // One sample is sufficient; an import can contain a million.
            try changes.leaveOut(type)
        }
        return changed
    }
}

extension SampleReader {
    /// Returns the changes of the types of the query, without samples that can't match if this is known in advance.
    func changes(after anchor: Int64, through: Int64 = .max, hasDeletions: Bool = true) throws -> ChangeReader {
        try ChangeReader(
            reader, after: anchor, through: through, types: Set(filters.keys), starts: filters.mapValues(\.starts),
            deletions: hasDeletions)
    }
}

extension HKDeletedObject {
    /// Creates a deleted object from the record of a deletion.
    convenience init(_ record: ChangeSet.DeletedRecord) {
        var metadata: [String: HKMetadataValue] = [:]
        if let identifier = record.syncIdentifier { metadata[HKMetadataKeySyncIdentifier] = .string(identifier) }
        if let version = record.syncVersion { metadata[HKMetadataKeySyncVersion] = .integer(version) }
        self.init(uuid: record.uuid, metadata: metadata)
    }
}
