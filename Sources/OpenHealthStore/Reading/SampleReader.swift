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
        builder = ObjectBuilder(reader, isVisible: hasCorrelations ? try viewer.sight(reader) : nil)
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
