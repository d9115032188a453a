// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel
import OpenHealthStore

extension AppAccess {
    /// Returns samples after a place in the order of their start dates, and the start of the next page; nil if there are no more
    /// samples.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type.
    package func page(
        _ parts: [SampleQuery.Part], newestFirst: Bool, after place: SortedPlace?, count: Int
    ) throws -> (samples: [HKSample], next: SortedPlace?) {
        let page = try received(parts, newestFirst: newestFirst, after: place, count: count, at: nil, reads: false)
        return (page.samples.map { $0.sample }, page.next)
    }

    /// A sample and the time at which the store received it; nil if it is not known.
    package typealias ReceivedSample = (sample: HKSample, received: Date?)

    /// Returns samples as ``page(_:newestFirst:after:count:)`` does, with the times at which the store received them.
    /// - Parameter isReceived: A condition for these times; nil for any.
    /// - Throws: An `HKError`, as ``page(_:newestFirst:after:count:)``.
    package func receivedPage(
        _ parts: [SampleQuery.Part], newestFirst: Bool, after place: SortedPlace?, count: Int,
        at isReceived: ((Date) -> Bool)? = nil
    ) throws -> (samples: [ReceivedSample], next: SortedPlace?) {
        try received(parts, newestFirst: newestFirst, after: place, count: count, at: isReceived, reads: true)
    }

    /// - Parameter reads: Whether the times are read.
    private func received(
        _ parts: [SampleQuery.Part], newestFirst: Bool, after place: SortedPlace?, count: Int,
        at isReceived: ((Date) -> Bool)?, reads: Bool
    ) throws -> (samples: [ReceivedSample], next: SortedPlace?) {
        try read(noting: { AccessNote.samples($0.0.map { $0.sample }) }) { db in
            var samples: [ReceivedSample] = []
            var bytes = PageBytes()
            var (last, hasMore): (SortedPlace?, Bool) = (nil, false)
            let (parts, places) = try narrowed(db, parts, at: isReceived)
            try SampleReader(db, parts, for: self).forEachCandidate(newestFirst: newestFirst, after: place) {
                sample, filter in
                guard Self.contains(places, sample.id) else { return true }
                if samples.count == count || bytes.isReached {
                    hasMore = try filter.passes(sample)
                    return !hasMore
                }
                guard let object = try filter.object(sample) else { return true }
                samples.append((object, reads ? try ChangeTimes.received(db, sample.id) : nil))
                bytes.take(object)
                last = SortedPlace(start: sample.start, id: sample.id)
                return true
            }
            return (samples, hasMore ? last : nil)
        }
    }

    /// Returns the places of changes that were received at some times, nil for all, and the parts of a query that can have them.
    private func narrowed(
        _ db: Database, _ parts: [SampleQuery.Part], at isReceived: ((Date) -> Bool)?
    ) throws -> ([SampleQuery.Part], [ClosedRange<Int64>]?) {
        guard let isReceived else { return (parts, nil) }
        // A type that was never requested is an error, whether or not there are samples.
        for part in parts { _ = try visibility(db, part.type) }
        let places = try ChangeTimes.places(db, where: isReceived)
        return (try ChangeTimes.narrowed(db, parts, to: places), places)
    }

    private static func contains(_ places: [ClosedRange<Int64>]?, _ place: Int64) -> Bool {
        places?.contains { $0.contains(place) } ?? true
    }

    /// Returns the number of visible samples.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type.
    /// - Parameter isReceived: A condition for the times at which the store received the samples; nil for any.
    package func count(_ parts: [SampleQuery.Part], at isReceived: ((Date) -> Bool)? = nil) throws -> Int {
        try read(noting: { count in count == 0 ? [] : parts.map { AccessNote($0.type, count: 1) } }) { db in
            var count = 0
            let (parts, places) = try narrowed(db, parts, at: isReceived)
            try SampleReader(db, parts, for: self).forEachCandidate { sample, filter in
                if Self.contains(places, sample.id), try filter.passes(sample) { count += 1 }
                return true
            }
            return count
        }
    }

    /// Returns the types that the app has requested, regardless of the decision.
    package func askedFor(_ types: [HKSampleType]) throws -> [HKSampleType] {
        try read { db in
            try types.filter { type in
                do {
                    _ = try visibility(db, type)
                    return true
                } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                    return false
                }
            }
        }
    }

    /// Returns the sample with a UUID, or nil if it doesn't exist, isn't visible, or the app hasn't requested its type.
    package func visibleSample(_ uuid: UUID) throws -> HKSample? { try visibleReceivedSample(uuid)?.sample }

    /// Returns the same as ``visibleSample(_:)`` with the time at which the store received it.
    package func visibleReceivedSample(_ uuid: UUID) throws -> ReceivedSample? {
        try read(noting: { AccessNote.samples($0.map { [$0.sample] } ?? []) }) { db in
            let reader = RecordReader(db)
            guard let sample = try finder(reader)(uuid),
                let type = try reader.type(sample.type).sampleType
            else { return nil }
            do {
                let reader = try SampleReader(db, [SampleQuery.Part(type)], for: self)
                guard let object = try reader.filters[sample.type]?.object(sample) else { return nil }
                return (object, try ChangeTimes.received(db, sample.id))
            } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                return nil
            }
        }
    }
}

// A position in the order of changes counts all changes to the store. Apps therefore only receive the positions of changes that
// are visible to them.

extension AppAccess {
    /// Returns the position of the last visible change to samples of some types, or 0 if there is no such change.
    func lastPlace(_ reader: RecordReader, of types: some Sequence<HKSampleType>) throws -> Int64 {
        let sees = try sight(reader)
        let tells = try deletionSight(reader)
        var last: Int64 = 0
        for type in types {
            guard let number = try reader.number(ofType: type.identifier) else { continue }
            last = max(last, try lastPlace(reader, type, number: number, sees: sees, tells: tells))
        }
        return last
    }

    private func lastPlace(
        _ reader: RecordReader, _ type: HKSampleType, number: Int64, sees: @escaping (RawSample) throws -> Bool,
        tells: (ChangeSet.DeletedRecord, DeletionTrace) throws -> Bool
    ) throws -> Int64 {
        let db = reader.db
        let visibility = try visibility(db, type)
        let own = try TypeSources.lastPlace(db, type: number, sources: visibility.ownSources)
        if case .access(.own) = visibility.rule { return own }
        let (from, isExact): (Double, Bool) =
            switch visibility.rule {
            case .access(.all): (-.infinity, !(type is HKCorrelationType))
            case .access(.since(let date)): (date.timeIntervalSince1970, false)
            case .access(.own), .chosen: (-.infinity, false)
            }
        let last = try TypeSources.lastPlace(db, type: number)
        if isExact || last <= own { return last }
        // A sample counts if it is visible; a correlation counts if any of its members is visible.
        let builder = ObjectBuilder(reader, isVisible: sees)
        let place = try lastVisible(reader, number, after: own, from: from) { sample in
            try visibility.sees(sample, reader)
                && (!(type is HKCorrelationType) || (try builder.object(sample)) != nil)
        }
        return max(own, place, try lastTold(reader, number, after: max(own, place), tells))
    }

    /// Returns the position of the last matching sample of a type, or 0 if there is no match after a position.
    private func lastVisible(
        _ reader: RecordReader, _ type: Int64, after place: Int64, from: Double, _ fits: (RawSample) throws -> Bool
    ) throws -> Int64 {
        let runs = try Row.fetchCursor(
            reader.db.cachedStatement(
                sql: """
                    SELECT first, last, min_start, max_start FROM change_run
                    WHERE type = ? AND last > ? AND max_start >= ? ORDER BY first DESC
                    """),
            arguments: [type, place, max(from, -Double.greatestFiniteMagnitude)])
        while let run = try runs.next() {
            let (first, last): (Int64, Int64) = (run[0], run[1])
            let (earliest, latest): (Double, Double) = (max(run[2], from), run[3])
            let samples = try SampleRows.rows(reader.db.cachedStatement(sql: SampleRows.run)) { handle in
                sqlite3_bind_int64(handle, 1, type)
                sqlite3_bind_double(handle, 2, earliest)
                sqlite3_bind_double(handle, 3, latest)
                sqlite3_bind_int64(handle, 4, max(first, place + 1))
                sqlite3_bind_int64(handle, 5, last)
            }
            for sample in samples.sorted(by: { $0.id > $1.id }) where try fits(sample) { return sample.id }
        }
        return 0
    }

    /// Returns the position of the last visible deletion of a type, or 0 if there is no such deletion after a position.
    private func lastTold(
        _ reader: RecordReader, _ type: Int64, after place: Int64,
        _ tells: (ChangeSet.DeletedRecord, DeletionTrace) throws -> Bool
    ) throws -> Int64 {
        let rows = try Row.fetchCursor(
            reader.db.cachedStatement(sql: ChangeReader.deletionsOfType), arguments: [place, type])
        while let row = try rows.next() {
            let (record, trace) = try ChangeReader.deletion(row, reader)
            if try tells(record, trace) { return record.id }
        }
        return 0
    }

    /// Returns a function that determines whether the deletion of a sample is visible to the app: the sample was visible, and the app sees
    /// no other sample with its UUID that was there before.
    func deletionSight(
        _ reader: RecordReader
    ) throws -> (ChangeSet.DeletedRecord, DeletionTrace) throws -> Bool {
        var known: [Int64: SampleVisibility?] = [:]
        func rule(_ number: Int64) throws -> SampleVisibility? {
            if let rule = known[number] { return rule }
            var rule: SampleVisibility?
            if let type = try reader.type(number).sampleType {
                do {
                    rule = try visibility(reader.db, type)
                } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                    // Deletions of types that the app has not requested are not visible.
                }
            }
            known[number] = rule
            return rule
        }
        func wasVisible(_ record: ChangeSet.DeletedRecord, _ trace: DeletionTrace) throws -> Bool {
            guard let whole = try rule(trace.type), whole.tellsDeletion(of: record.uuid, trace) else { return false }
            let isOwn = trace.source.map(whole.ownSources.contains) ?? false
            guard try reader.type(trace.type).sampleType is HKCorrelationType, !isOwn else { return true }
            // The deletion of a correlation is visible to apps that can read any of its members.
            return try (trace.members ?? []).contains { member in
                try rule(member)?.tellsDeletion(of: record.uuid, trace) ?? false
            }
        }
        let sees = try sight(reader)
        let builder = ObjectBuilder(reader, isVisible: sees)
        return { record, trace in
            guard try wasVisible(record, trace) else { return false }
            return try !SampleLookup.exists(record.uuid, before: record.id, reader) { sample in
                guard try sees(sample) else { return false }
                return try !(reader.type(sample.type).sampleType is HKCorrelationType) || builder.object(sample) != nil
            }
        }
    }
}
