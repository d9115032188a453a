// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A request on its way through the tables: gives one sample after the other.
package struct SampleSelection {
    package let reader: RecordReader
    private var merge: SampleMerge
    private let provenances: Set<Int64>?
    private var remaining: Int

    package init(_ db: Database, _ request: SampleRequest, reader: RecordReader? = nil) throws {
        self.reader = reader ?? RecordReader(db)
        if let limit = request.limit, limit < 0 {
            throw StoreError(
                .invalidArgument, message: "a limit of \(limit) samples makes no sense",
                remedy: "give a number that is not negative, or none for all samples")
        }
        remaining = request.limit ?? .max
        provenances = try request.source.map { try Self.provenances(db, source: $0) }
        let numbers =
            request.types.isEmpty
            ? try Int64.fetchAll(db, sql: "SELECT id FROM sample_type")
            : try Self.numbers(self.reader, request.types)
        let from = request.from?.timeIntervalSince1970 ?? -.infinity
        let to = request.to?.timeIntervalSince1970 ?? .infinity
        let newestFirst = request.newestFirst
        let isEmpty = request.limit == 0 || provenances?.isEmpty == true
        let cursors =
            isEmpty
            ? []
            : try numbers.map {
                try SampleCursor(db, type: $0, from: from, to: to, newestFirst: newestFirst)
            }
        merge = SampleMerge(cursors, newestFirst: newestFirst)
    }

    /// The numbers of types; those that the store has never seen have none.
    private static func numbers(_ reader: RecordReader, _ types: [String]) throws -> [Int64] {
        try Set(types).compactMap { try reader.number(ofType: $0) }
    }

    /// The next sample, or nil behind the last.
    package mutating func next() throws -> RawSample? {
        guard remaining > 0 else { return nil }
        while let sample = try merge.next() {
            if let provenances, !provenances.contains(sample.provenance) { continue }
            remaining -= 1
            return sample
        }
        return nil
    }

    /// The provenances of the sources with a name.
    private static func provenances(_ db: Database, source: String) throws -> Set<Int64> {
        let name = SourceIdentity.normalised(source)
        var found: Set<Int64> = []
        let rows = try Row.fetchCursor(
            db, sql: "SELECT p.id, o.name FROM provenance AS p JOIN source AS o ON o.id = p.source")
        while let row = try rows.next() {
            if SourceIdentity.normalised(try row.decode(atIndex: 1)) == name {
                found.insert(try row.decode(atIndex: 0))
            }
        }
        return found
    }
}
