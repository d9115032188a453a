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
        var heap = ScanHeap(scans, newestFirst: newestFirst)
        while let (filter, scan) = heap.first, let sample = scan.current {
            guard try body(sample, filter) else { return }
            try scan.advance()
            heap.settle()
        }
    }
}

/// Several types read as one: the scan with the next sample on top.
struct ScanHeap {
    private var scans: [(SampleFilter, SampleScan)]
    private let newestFirst: Bool

    init(_ scans: [(SampleFilter, SampleScan)], newestFirst: Bool) {
        self.scans = scans.filter { $0.1.current != nil }
        self.newestFirst = newestFirst
        for index in stride(from: self.scans.count / 2 - 1, through: 0, by: -1) { sift(index) }
    }

    /// The scan that stands on the next sample; nil behind the last.
    var first: (SampleFilter, SampleScan)? { scans.first }

    /// Puts the heap in order after the first scan has gone on.
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
