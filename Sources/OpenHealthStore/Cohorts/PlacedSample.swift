// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// A sample that is read by its position in the order of changes. Shared facts are looked up once.
///
/// It is only valid during the read.
public struct PlacedSample {
    private let sample: RawSample
    private let reader: RecordReader
    private let facts: StoredType

    init(_ sample: RawSample, _ reader: RecordReader) throws {
        self.sample = sample
        self.reader = reader
        facts = try reader.type(sample.type)
    }

    /// The position.
    public var place: Int64 { sample.id }
    /// The number of the type in the store.
    public var typeNumber: Int64 { sample.type }
    /// The identifier of the type.
    public var type: String { facts.identifier }
    /// The description of the type; nil for an unknown type.
    public var typeDescription: HealthTypeDescription? { facts.description }
    /// The start date, in seconds since 1970.
    public var start: Double { sample.start }
    /// The end date, in seconds since 1970.
    public var end: Double { sample.end }
    /// The value in the canonical unit, or the raw value of a category; NaN if there is no value or it is a string.
    public var value: Double { facts.hasValue ? sample.value : .nan }
    /// Whether the value is a string, which only unknown types have.
    public var hasText: Bool { sample.text != nil }
    /// The number of the metadata in the store, which is equal for equal metadata; nil if there is no metadata.
    public var metadataNumber: Int64? {
        sample.metadata < 0 ? nil : sample.metadata << 1 | (sample.ordinal < 0 ? 1 : 0)
    }

    /// Returns the UUID.
    public func uuid() throws -> UUID { try reader.uuid(sample) }

    /// Returns the number of the source in the store, its name, and the name of the device.
    public func origin() throws -> (source: Int64, sourceName: String, deviceName: String?) {
        let origin = try reader.origin(sample.provenance)
        return (origin.source, origin.name, origin.device?.name)
    }

    /// Returns the metadata as typed values and as strings in the form of exports, sorted by key.
    public func metadata() throws -> [(key: String, value: HKMetadataValue, text: String)] {
        try reader.values(sample).sorted { $0.key < $1.key }.map { ($0.key, $0.value, MetadataText.text($0.value)) }
    }
}

extension Cohorts {
    /// Reads the samples with positions in a range, in order. The result is the same until one of them is deleted.
    ///
    /// Each range is read from the current state of the store, so that a long push neither blocks writers nor lets the log grow.
    /// Samples that are deleted in the meantime have deletions with later positions.
    /// - Parameters:
    ///   - places: The positions.
    ///   - initial: The initial result.
    ///   - add: A closure that is called with the result and each sample, which it must not retain.
    /// - Throws: A ``StoreError``, or the error of `add`.
    public func samples<Result: Sendable>(
        places: ClosedRange<Int64>, into initial: Result,
        _ add: @escaping @Sendable (inout Result, PlacedSample) throws -> Void
    ) async throws -> Result {
        try await reading { db in
            var result = initial
            let reader = RecordReader(db)
            let changes = try ChangeReader(
                reader, after: places.lowerBound - 1, through: places.upperBound, types: nil, deletions: false)
            while case .added(let sample) = try changes.next() {
                try add(&result, PlacedSample(sample, reader))
            }
            return result
        }
    }

    /// Returns the positions of deleted samples, in the order of the deletions.
    /// - Parameters:
    ///   - places: The positions of the deletions.
    ///   - limit: The maximum position of the samples.
    /// - Throws: A ``StoreError``.
    public func deletedPlaces(places: ClosedRange<Int64>, upTo limit: Int64) async throws -> [Int64] {
        try await reading { db in
            try Int64.fetchAll(
                db, sql: "SELECT sample FROM deletion WHERE id BETWEEN ? AND ? AND sample <= ? ORDER BY id",
                arguments: [places.lowerBound, places.upperBound, limit])
        }
    }

    /// Returns the number of samples that were saved with positions in a range, including deleted ones.
    /// - Throws: A ``StoreError``.
    public func countOfSaved(places: ClosedRange<Int64>) async throws -> Int {
        try await reading { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT coalesce(sum(min(last, ?2) - max(first, ?1) + 1), 0) FROM change_run
                    WHERE last >= ?1 AND first <= ?2
                    """,
                arguments: [places.lowerBound, places.upperBound]) ?? 0
        }
    }

    /// Returns the earliest and latest start date of each type, in seconds since 1970, by the type's identifier.
    /// - Throws: A ``StoreError``.
    public func startsOfTypes() async throws -> [String: ClosedRange<Double>] {
        try await reading { db in
            // Each of the two subqueries is a single lookup in the table's key.
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT identifier, (SELECT min(start) FROM sample WHERE type = t.id) AS first,
                        (SELECT max(start) FROM sample WHERE type = t.id) AS last FROM sample_type AS t
                    """)
            var starts: [String: ClosedRange<Double>] = [:]
            while let row = try rows.next() {
                guard let first = try row.value(Double?.self, of: "first"),
                    let last = try row.value(Double?.self, of: "last"), first <= last
                else { continue }
                starts[try row.value(of: "identifier")] = first...last
            }
            return starts
        }
    }

    /// Reads from one snapshot of the store without blocking a thread of the concurrency pool.
    private func reading<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        do {
            return try await database.pool.read(body)
        } catch {
            throw StoreError.wrapping(error, file: database.url.path)
        }
    }
}
