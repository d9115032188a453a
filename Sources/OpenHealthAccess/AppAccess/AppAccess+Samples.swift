// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension AppAccess {
    /// Returns the visible samples of a query.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type.
    package func samples(_ query: SampleQuery) throws -> [HKSample] {
        try read(noting: AccessNote.samples) { db in try samples(db, query) }
    }

    /// Returns the samples of several queries, from one snapshot of the store.
    package func samples(_ queries: [SampleQuery]) throws -> [[HKSample]] {
        try read(noting: { $0.flatMap(AccessNote.samples) }) { db in try queries.map { try samples(db, $0) } }
    }

    /// Returns the samples of several queries from one snapshot of the store, or nil if there are too many. At most one sample
    /// beyond the limits is read.
    /// - Parameters:
    ///   - most: The maximum total number of samples.
    ///   - bytes: The number of bytes of their metadata and documents that is too large.
    package func samples(_ queries: [SampleQuery], most: Int, bytes: PageBytes = PageBytes(.max)) throws
        -> [[HKSample]]?
    {
        try read(noting: { ($0 ?? []).flatMap(AccessNote.samples) }) { db in
            var (left, bytes) = (most, bytes)
            var results: [[HKSample]] = []
            for query in queries {
                let samples = try samples(db, query, most: left + 1, bytes: &bytes)
                guard samples.count <= left, !bytes.isReached else { return nil }
                left -= samples.count
                results.append(samples)
            }
            return results
        }
    }

    private func samples(_ db: Database, _ query: SampleQuery) throws -> [HKSample] {
        var bytes = PageBytes(.max)
        return try samples(db, query, most: .max, bytes: &bytes)
    }

    private func samples(
        _ db: Database, _ query: SampleQuery, most: Int, bytes: inout PageBytes
    ) throws -> [HKSample] {
        let reader = try SampleReader(db, query.parts, for: self)
        if let newestFirst = query.newestFirst {
            let count = min(query.count ?? .max, most)
            return try reader.page(newestFirst: newestFirst, after: nil, count: count, bytes: &bytes).samples
        }
        let limit = most == .max ? query.count : min(query.count ?? .max, most)
        return try reader.objects(reader.sorted(query.order, limit: limit), bytes: &bytes).samples
    }

    /// Returns the sources of the visible samples.
    package func sources(_ part: SampleQuery.Part) throws -> Set<HKSource> {
        try read(noting: { $0.isEmpty ? [] : [AccessNote(part.type, count: $0.count)] }) { db in
            let reader = try SampleReader(db, [part], for: self)
            guard let type = reader.filters.keys.first else { return [] }
            // The list also contains sources that no longer have samples.
            var candidates = Set(
                try Int64.fetchAll(db, sql: "SELECT source FROM type_source WHERE type = ?", arguments: [type]))
            var found: Set<HKSource> = []
            try reader.forEachCandidate(newestFirst: true) { sample, filter in
                let origin = try reader.reader.origin(sample.provenance)
                guard candidates.contains(origin.source), try filter.passes(sample) else { return true }
                found.insert(origin.revision.source)
                candidates.remove(origin.source)
                return !candidates.isEmpty
            }
            return found
        }
    }

    /// Returns correlations with at least one matching member for each type of member with a predicate.
    package func correlations(
        _ part: SampleQuery.Part, members: [HKSampleType: PredicateNode]
    ) throws -> [HKCorrelation] {
        try correlations(part, members: members, count: .max, bytes: PageBytes(.max)).correlations
    }

    /// Returns a page of correlations, in the order of their start dates, with at least one matching member for each type of member with a
    /// predicate.
    /// - Parameters:
    ///   - place: The end of the previous page; nil for the first page.
    ///   - count: The maximum number of correlations.
    ///   - bytes: The number of bytes with which the page ends earlier.
    /// - Returns: The correlations, and the end of the page if there are more.
    package func correlations(
        _ part: SampleQuery.Part, members: [HKSampleType: PredicateNode], after place: SortedPlace? = nil, count: Int,
        bytes: PageBytes = PageBytes()
    ) throws -> (correlations: [HKCorrelation], end: SortedPlace?) {
        for predicate in members.values { try predicate.check() }
        return try read(noting: { AccessNote.samples($0.correlations) }) { db in
            let reader = try SampleReader(db, [part], for: self)
            let relations = try StoredRelations(reader.reader, for: self)
            var (found, bytes): ([HKCorrelation], PageBytes) = ([], bytes)
            var (last, hasMore): (SortedPlace?, Bool) = (nil, false)
            try reader.forEachCandidate(after: place) { sample, filter in
                guard let correlation = try filter.object(sample) as? HKCorrelation else { return true }
                let fits = members.allSatisfy { type, predicate in
                    correlation.objects.contains {
                        $0.sampleType == type && predicate.matches($0, relations: relations)
                    }
                }
                guard fits else { return true }
                if found.count == count || bytes.isReached {
                    hasMore = true
                    return false
                }
                found.append(correlation)
                bytes.take(correlation)
                last = SortedPlace(start: sample.start, id: sample.id)
                return true
            }
            if let failure = relations.failure { throw failure }
            return (found, hasMore ? last : nil)
        }
    }
}

extension AppAccess {
    /// Returns the type of a visible sample.
    /// - Throws: An `HKError`: `errorNoData` if the sample doesn't exist or isn't visible, which the app can't distinguish.
    package func sampleType(of uuid: UUID) throws -> HKSampleType {
        try read { db in
            let reader = RecordReader(db)
            guard let sample = try finder(reader)(uuid),
                let type = try reader.type(sample.type).sampleType
            else { throw HKError(.errorNoData, "There is no sample with the UUID \(uuid) that this app can see.") }
            return type
        }
    }

    /// Returns the sample of a visible attachment.
    /// - Throws: An `HKError`: `errorNoData` if the attachment doesn't exist or isn't visible to the app.
    package func attachedObject(_ uuid: UUID) throws -> (object: UUID, type: HKSampleType) {
        try read { db in
            let reader = RecordReader(db)
            let (sample, type) = try attachedSample(reader, uuid)
            return (try reader.uuid(sample), type)
        }
    }

    /// Returns the sample of a visible attachment. Another sample can have the same UUID.
    func attachedSample(_ reader: RecordReader, _ attachment: UUID) throws -> (sample: RawSample, type: HKSampleType) {
        guard
            let place = try Int64.fetchOne(
                reader.db.cachedStatement(sql: "SELECT sample FROM attachment WHERE uuid = ?"),
                arguments: [attachment.bytes]),
            let sample = try SampleLookup.sample(reader, at: place), try sight(reader)(sample),
            let type = try reader.type(sample.type).sampleType
        else {
            throw HKError(
                .errorNoData, "There is no attachment with the identifier \(attachment) that this app can see.")
        }
        return (sample, type)
    }
}
