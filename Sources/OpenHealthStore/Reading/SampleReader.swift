// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// A reader of the parts of a query, with one filter for each type, from one snapshot of the store.
package final class SampleReader {
    package let db: Database
    package let reader: RecordReader
    package let builder: ObjectBuilder
    /// The filters by the number of the type. Parts of one type share a filter, so that no sample occurs twice.
    package let filters: [Int64: SampleFilter]

    /// Creates a reader.
    /// - Throws: `HKError.errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type, whether or not
    ///   there are samples of it; `HKError.errorInvalidArgument` if a predicate exceeds ``PredicateLimits``.
    package init(_ db: Database, _ parts: [SampleQuery.Part], for viewer: any SampleViewer) throws {
        for part in parts { try part.predicate.check() }
        self.db = db
        reader = RecordReader(db)
        let hasCorrelations = parts.contains { $0.type is HKCorrelationType }
        let hasWorkouts = parts.contains { $0.type is HKWorkoutType }
        builder = ObjectBuilder(
            reader, isVisible: hasCorrelations ? try viewer.sight(reader) : nil,
            seesEfforts: hasWorkouts ? try viewer.seesEfforts(db) : false)
        var filters: [Int64: SampleFilter] = [:]
        let groups = Dictionary(grouping: parts, by: \.type)
        var seen: Set<HKSampleType> = []
        // In the order of the parts, so that an error always names the same type.
        for type in parts.map(\.type) where seen.insert(type).inserted {
            let visibility = try viewer.visibility(db, type)
            guard let number = try reader.number(ofType: type.identifier) else { continue }
            filters[number] = try SampleFilter(
                try reader.type(number), .or((groups[type] ?? []).map(\.predicate)), visibility, reader,
                builder: builder,
                for: viewer)
        }
        self.filters = filters
    }

    /// Calls a closure with the rows that match the database condition one at a time, ordered by start date and then in the order
    /// in which they were saved. Not all of them match their filter.
    /// - Parameters:
    ///   - place: The place after which reading starts.
    ///   - body: A closure that receives a row and its filter, and returns whether to continue.
    package func forEachCandidate(
        newestFirst: Bool = false, after place: SortedPlace? = nil,
        _ body: (RawSample, SampleFilter) throws -> Bool
    ) throws {
        let scans = try filters.values.map { filter in
            (filter, try SampleScan(db, filter.request(newestFirst: newestFirst, after: place)))
        }
        if scans.count == 1 {
            let (filter, scan) = scans[0]
            while let sample = scan.current {
                guard try body(sample, filter) else { return }
                try scan.advance()
            }
            return
        }
        var merge = SampleMerge(scans, newestFirst: newestFirst)
        while let (filter, scan) = merge.first, let sample = scan.current {
            guard try body(sample, filter) else { return }
            try scan.advance()
            merge.settle()
        }
    }
}

extension SampleReader {
    /// Returns a number of samples in order of their start dates, and the place of the last of them.
    /// - Parameter bytes: The number of bytes with which the page ends earlier.
    package func page(
        newestFirst: Bool, after place: SortedPlace?, count: Int, bytes: inout PageBytes
    ) throws -> (samples: [HKSample], last: SortedPlace?) {
        var samples: [HKSample] = []
        var last = place
        try forEachCandidate(newestFirst: newestFirst, after: place) { sample, filter in
            guard let object = try filter.object(sample) else { return true }
            samples.append(object)
            last = SortedPlace(start: sample.start, id: sample.id)
            bytes.take(object)
            return samples.count < count && !bytes.isReached
        }
        return (samples, last)
    }

    /// Returns the samples of rows, and the number of rows on the page.
    /// - Parameter bytes: The number of bytes with which the page ends.
    package func objects(
        _ rows: some Sequence<SortedSample>, bytes: inout PageBytes
    ) throws -> (samples: [HKSample], rows: Int) {
        var (samples, count): ([HKSample], Int) = ([], 0)
        for row in rows {
            if bytes.isReached { break }
            count += 1
            guard let object = try builder.object(row.sample) else { continue }
            samples.append(object)
            bytes.take(object)
        }
        return (samples, count)
    }

    /// Returns the matching rows in an order other than that of the table.
    package func sorted(_ order: [SampleQuery.Order], limit: Int?, after place: SortedPlace? = nil) throws
        -> [SortedSample]
    {
        var sorter = SampleSorter(order, limit: limit, after: place)
        try forEachCandidate { sample, filter in
            if try filter.passes(sample) {
                sorter.add(SortedSample(keys: try filter.keys(sample, order), sample: sample))
            }
            return true
        }
        return sorter.sorted()
    }
}

/// A merge of the scans of several types, ordered by start date, and samples with the same start date by the order in which they
/// were saved.
struct SampleMerge<Owner> {
    private var scans: [(Owner, SampleScan)]
    private let newestFirst: Bool

    init(_ scans: [(Owner, SampleScan)], newestFirst: Bool) {
        self.scans = scans.filter { $0.1.current != nil }
        self.newestFirst = newestFirst
        for index in stride(from: self.scans.count / 2 - 1, through: 0, by: -1) { sift(index) }
    }

    /// The scan with the next sample; nil after the last sample.
    var first: (Owner, SampleScan)? { scans.first }

    /// Restores the heap after the first scan has advanced.
    mutating func settle() {
        if scans.first?.1.current == nil, !scans.isEmpty {
            scans.swapAt(0, scans.count - 1)
            scans.removeLast()
        }
        sift(0)
    }

    private func comesFirst(_ left: SampleScan, _ right: SampleScan) -> Bool {
        guard let a = left.current, let b = right.current else { return left.current != nil }
        if a.start != b.start { return newestFirst ? a.start > b.start : a.start < b.start }
        return a.id < b.id
    }

    private mutating func sift(_ index: Int) {
        var index = index
        while true {
            var first = index
            for child in [2 * index + 1, 2 * index + 2] where child < scans.count {
                if comesFirst(scans[child].1, scans[first].1) { first = child }
            }
            if first == index { return }
            scans.swapAt(index, first)
            index = first
        }
    }
}
