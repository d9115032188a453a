// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    /// Returns the changes after an anchor to the samples of some parts of a query.
    ///
    /// Predicates cannot be evaluated for deleted samples, so the result contains all deleted samples of the types that the
    /// app could see. The anchor of the result is the place of the last change to the types that the app may see; other
    /// changes to the store do not affect it. An anchor beyond the latest change comes from another store, or from this store
    /// before it was restored, and is treated as the latest change.
    /// - Parameters:
    ///   - anchor: nil for everything; then nothing that is gone is among it.
    ///   - limit: the maximum total number of samples and deleted objects; nil for no limit.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` for a type that the app has not asked for.
    package func changes(
        _ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?, limit: Int? = nil
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
            while let change = try changes.next() {
                let isFull = added.count + deleted.count == limit
                switch change {
                case .added(let sample):
                    guard let object = try reader.filters[sample.type]?.object(sample) else { continue }
                    if !isFull { added.append(object) }
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

    /// Which of the parts' types have changes in a range that the app may see, where samples fit the predicates.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` for a type that the app has not asked for.
    package func changedTypes(_ parts: [SampleQuery.Part], in range: ChangeRange) throws -> Set<HKSampleType> {
        let parts = parts.filter { range.types.contains($0.type.identifier) }
        guard !parts.isEmpty, range.after < range.through else { return [] }
        return try read { db in try changedTypes(db, parts, after: range.after, through: range.through) }
    }

    /// The same as part of a reading.
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
            // One sample is enough; an import may have brought a million.
            try changes.leaveOut(type)
        }
        return changed
    }
}

extension SampleReader {
    /// The changes of the types that are asked for; samples that cannot pass are left out where that costs nothing.
    func changes(after anchor: Int64, through: Int64 = .max, hasDeletions: Bool = true) throws -> ChangeReader {
        try ChangeReader(
            reader, after: anchor, through: through, types: Set(filters.keys), starts: filters.mapValues(\.starts),
            deletions: hasDeletions)
    }
}

extension HKDeletedObject {
    /// The trace of a deleted sample.
    convenience init(_ record: ChangeSet.DeletedRecord) {
        var metadata: [String: HKMetadataValue] = [:]
        if let identifier = record.syncIdentifier { metadata[HKMetadataKeySyncIdentifier] = .string(identifier) }
        if let version = record.syncVersion { metadata[HKMetadataKeySyncVersion] = .integer(version) }
        self.init(uuid: record.uuid, metadata: metadata)
    }
}
