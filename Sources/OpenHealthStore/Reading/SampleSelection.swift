// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// An iterator over the samples of a request.
package struct SampleSelection {
    package let reader: RecordReader
    private var merge: SampleMerge<Void>
    private var remaining: Int

    package init(_ db: Database, _ request: SampleRequest, reader: RecordReader? = nil) throws {
        let reader = reader ?? RecordReader(db)
        self.reader = reader
        if let limit = request.limit, limit < 0 {
            throw StoreError(
                .invalidArgument, message: "the limit \(limit) is not valid",
                remedy: "give a number that is not negative, or no limit for all samples")
        }
        remaining = request.limit ?? .max
        let numbers =
            request.types.isEmpty
            ? try Int64.fetchAll(db, sql: "SELECT id FROM sample_type")
            : try Self.numbers(reader, request.types)
        let source = try request.source.map { PredicateSQL.provenances(try Self.provenances(db, source: $0)) }
        let scans = request.limit == 0 ? [] : try numbers.map { try Self.scan(db, $0, request, source) }
        merge = SampleMerge(scans.map { ((), $0) }, newestFirst: request.newestFirst)
    }

    /// Returns a scan of the samples of a type that overlap the interval of a request.
    private static func scan(
        _ db: Database, _ type: Int64, _ request: SampleRequest, _ source: SQLCondition?
    ) throws -> SampleScan {
        let from = request.from?.timeIntervalSince1970
        let earliest = try from.map { try TypeExtents.earliestStart(db, type: type, endingFrom: $0) }
        // The end of the interval is excluded.
        let last = (request.to?.timeIntervalSince1970 ?? .infinity).nextDown
        return try SampleScan(
            db,
            SampleScan.Request(
                type: type, starts: StartRanges(from: earliest ?? -.infinity, through: last),
                condition: .all([from.map { SQLCondition("(s.start >= ? OR s.end >= ?)", [$0, $0]) }, source]),
                newestFirst: request.newestFirst))
    }

    /// Returns the numbers of types, without types that the store doesn't contain.
    private static func numbers(_ reader: RecordReader, _ types: [String]) throws -> [Int64] {
        try Set(types).compactMap { try reader.number(ofType: $0) }
    }

    /// Returns the next sample, or nil after the last sample.
    package mutating func next() throws -> RawSample? {
        guard remaining > 0, let (_, scan) = merge.first, let sample = scan.current else { return nil }
        remaining -= 1
        try scan.advance()
        merge.settle()
        return sample
    }

    /// Returns the provenances of the sources with a name.
    private static func provenances(_ db: Database, source: String) throws -> Set<Int64> {
        let name = SourceIdentity.normalised(source)
        var found: Set<Int64> = []
        let rows = try Row.fetchCursor(
            db, sql: "SELECT p.id, o.name FROM provenance AS p JOIN source AS o ON o.id = p.source")
        while let row = try rows.next() {
            if SourceIdentity.normalised(try row.value(of: "name")) == name {
                found.insert(try row.value(of: "id"))
            }
        }
        return found
    }
}

/// A request for samples.
public struct SampleRequest: Sendable, Equatable {
    /// The identifiers of the types; empty for all types. Samples of several types are merged into one order.
    public var types: [String]
    /// The start of the range; nil for no bound. Samples that end at this date or later match.
    public var from: Date?
    /// The end of the range; nil for no bound. Samples that start before this date match.
    public var to: Date?
    /// The name of the source. The kinds of spaces and apostrophes are insignificant; case is significant.
    public var source: String?
    /// The maximum number of samples.
    public var limit: Int?
    /// Whether the samples are in descending order of their start dates.
    public var newestFirst: Bool

    /// Creates a request; see the properties.
    public init(
        types: [String] = [], from: Date? = nil, to: Date? = nil, source: String? = nil, limit: Int? = nil,
        newestFirst: Bool = false
    ) {
        self.types = types
        self.from = from
        self.to = to
        self.source = source
        self.limit = limit
        self.newestFirst = newestFirst
    }
}
