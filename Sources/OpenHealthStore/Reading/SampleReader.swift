// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The parts of a query, one filter a type, in one moment's state of the store.
package final class SampleReader {
    package let db: Database
    package let reader: RecordReader
    package let builder: ObjectBuilder
    /// By the number of the type. Parts of one type are one filter, so that nothing comes twice.
    package let filters: [Int64: SampleFilter]

    /// - Throws: `HKError.errorAuthorizationNotDetermined` for a type that the app has not asked for, whether or not
    ///   there is anything of it; `HKError.errorInvalidArgument` for a predicate beyond ``PredicateLimits``.
    package init(_ db: Database, _ parts: [SampleQuery.Part], for viewer: any SampleViewer) throws {
        for part in parts { try part.predicate.check() }
        self.db = db
        reader = RecordReader(db)
        let hasCorrelations = parts.contains { $0.type is HKCorrelationType }
        builder = ObjectBuilder(reader, isVisible: hasCorrelations ? try viewer.sight(reader) : nil)
        var filters: [Int64: SampleFilter] = [:]
        for (type, parts) in Dictionary(grouping: parts, by: \.type) {
            let visibility = try viewer.visibility(db, type)
            guard let number = try reader.number(ofType: type.identifier) else { continue }
            filters[number] = try SampleFilter(
                try reader.type(number), .or(parts.map(\.predicate)), visibility, reader, builder: builder,
                for: viewer)
        }
        self.filters = filters
    }

    /// The lines that the database lets through, in the order of their start and saving, one at a time. Some of them may not
    /// pass: their filter has the last word.
    /// - Parameters:
    ///   - place: begins behind this.
    ///   - body: takes a line and its filter, and says whether to go on.
    package func forEachCandidate(
        newestFirst: Bool = false, after place: SampleScan.Place? = nil,
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
