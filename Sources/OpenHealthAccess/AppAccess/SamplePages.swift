// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The samples of a query, fetched page by page on demand, so that memory does not grow with their number.
///
/// The store isn't blocked between two pages. Samples that are saved meanwhile might be included; no sample is included twice.
/// For orders other than by start date, the keys of all samples are in memory.
package struct SamplePages: Sendable {
    private struct Key: Sendable {
        var type: Int64
        var start: Double
        var id: Int64
    }

    private enum Position {
        case scan(newestFirst: Bool, place: SortedPlace?, remaining: Int)
        case unsorted
        case keys(ArraySlice<Key>)
        case ended
    }

    private let access: AppAccess
    private let query: SampleQuery
    private var position: Position

    package init(_ access: AppAccess, _ query: SampleQuery) {
        self.access = access
        self.query = query
        if let newestFirst = query.newestFirst {
            position = .scan(newestFirst: newestFirst, place: nil, remaining: query.count ?? .max)
        } else {
            position = .unsorted
        }
    }

    package mutating func next(_ size: Int) throws -> [HKSample]? {
        while true {
            switch position {
            case .ended: return nil
            case .scan(let newestFirst, let place, let remaining):
                let wanted = min(max(size, 1), remaining)
                var bytes = PageBytes()
                let (samples, last) = try access.read(noting: { AccessNote.samples($0.samples) }) { db in
                    try SampleReader(db, query.parts, for: access).page(
                        newestFirst: newestFirst, after: place, count: wanted, bytes: &bytes)
                }
                position =
                    samples.count < wanted && !bytes.isReached || remaining == samples.count
                    ? .ended : .scan(newestFirst: newestFirst, place: last, remaining: remaining - samples.count)
                if !samples.isEmpty { return samples }
            case .unsorted:
                let keys = try access.read { db in
                    try SampleReader(db, query.parts, for: access).sorted(query.order, limit: query.count).map {
                        Key(type: $0.sample.type, start: $0.sample.start, id: $0.sample.id)
                    }
                }
                position = .keys(keys[...])
            case .keys(let keys):
                let (samples, count) = try page(keys.prefix(max(size, 1)))
                let rest = keys.dropFirst(count)
                position = rest.isEmpty ? .ended : .keys(rest)
                if !samples.isEmpty { return samples }
            }
        }
    }

    /// Returns the samples that still exist and are still visible, and the number of keys on the page.
    private func page(_ keys: ArraySlice<Key>) throws -> (samples: [HKSample], keys: Int) {
        try access.read(noting: { AccessNote.samples($0.samples) }) { db in
            let reader = try SampleReader(db, query.parts, for: access)
            var bytes = PageBytes()
            var (samples, count): ([HKSample], Int) = ([], 0)
            for key in keys {
                if bytes.isReached { break }
                count += 1
                guard let sample = try SampleLookup.sample(db, type: key.type, start: key.start, id: key.id),
                    let object = try reader.filters[key.type]?.object(sample)
                else { continue }
                samples.append(object)
                bytes.take(object)
            }
            return (samples, count)
        }
    }
}

extension AppAccess {
    /// Reads the samples of a query in pages, so that memory doesn't grow with their number. Samples that are saved meanwhile
    /// might be included; no sample is included twice. For orders other than by start date, the keys of all samples are in
    /// memory.
    /// - Parameter body: A closure that receives a page and returns whether to continue. It runs outside the database, which it
    ///   can use.
    package func forEachPage(
        _ query: SampleQuery, size: Int = 1000, _ body: ([HKSample]) throws -> Bool
    ) throws {
        var pages = SamplePages(self, query)
        while let page = try pages.next(size) {
            guard try body(page) else { return }
        }
    }
}

extension AppAccess {
    /// Returns a page of the samples of a query. It ends earlier if the samples have many bytes; see ``PageBytes``.
    /// - Parameters:
    ///   - query: The query; its limit is ignored.
    ///   - place: The end of the previous page; nil for the first page.
    ///   - count: The maximum number of samples.
    /// - Returns: The samples, and the end of the page if there are more.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type,
    ///   `errorInvalidArgument` if the place is for another order.
    package func page(
        _ query: SampleQuery, after place: SortedPlace?, count: Int
    ) throws -> (samples: [HKSample], end: SortedPlace?) {
        if let newestFirst = query.newestFirst {
            guard place?.keys.isEmpty ?? true else { throw Self.foreignPlace }
            let (samples, end) = try page(query.parts, newestFirst: newestFirst, after: place, count: count)
            return (samples, end)
        }
        guard place.map({ $0.keys.count == query.order.count }) ?? true else { throw Self.foreignPlace }
        return try read(noting: { AccessNote.samples($0.0) }) { db in
            let reader = try SampleReader(db, query.parts, for: self)
            let found = try reader.sorted(query.order, limit: count + 1, after: place)
            var bytes = PageBytes()
            let (samples, rows) = try reader.objects(found.prefix(count), bytes: &bytes)
            let end = found.prefix(rows).last.map {
                SortedPlace(keys: $0.keys, start: $0.sample.start, id: $0.sample.id)
            }
            return (samples, found.count > rows ? end : nil)
        }
    }

    private static var foreignPlace: HKError {
        HKError(.errorInvalidArgument, "The cursor belongs to another query. Send the query without it.")
    }

    /// Returns a visible sample.
    /// - Throws: An `HKError`: `errorNoData` if the sample doesn't exist or isn't visible, which the app can't distinguish.
    package func sample(_ uuid: UUID) throws -> HKSample {
        try read(noting: { AccessNote.samples([$0]) }) { db in
            let reader = RecordReader(db)
            let sees = try sight(reader)
            guard let sample = try finder(reader)(uuid),
                let object = try ObjectBuilder(
                    reader, isVisible: sees, seesEfforts: seesEfforts(db)
                ).object(sample)
            else {
                throw HKError(.errorNoData, "There is no sample with the UUID \(uuid) that this app can see.")
            }
            return object
        }
    }
}

extension SortedPlace {
    /// Creates a position from ``text``. Any 32 lowercase hexadecimal digits are a position.
    package init?(_ text: String) {
        guard text.utf8.count == 32, text.allSatisfy({ "0123456789abcdef".contains($0) }),
            let bits = UInt64(text.prefix(16), radix: 16), let id = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(start: Double(bitPattern: bits), id: Int64(bitPattern: id))
    }

    /// The position as 32 hexadecimal digits, an opaque string for clients.
    ///
    /// Every sample that existed when the first page was read is on exactly one of the pages, regardless of samples that are saved
    /// meanwhile, because positions never change.
    package var text: String { Self.hex(start.bitPattern) + Self.hex(UInt64(bitPattern: id)) }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
