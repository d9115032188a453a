// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Calls a closure with samples one at a time, from one snapshot of the store. Memory doesn't grow with their number.
    ///
    /// Samples are in order of their start dates, and samples with the same start date in the order in which they were saved.
    /// - Parameters:
    ///   - request: The samples to read.
    ///   - body: A closure that receives a sample and returns whether to continue. It must not call this store.
    /// - Throws: The error of `body`, or a ``StoreError``.
    public func forEachSample(_ request: SampleRequest, _ body: (SampleRecord) throws -> Bool) throws {
        try read { db in
            var selection = try SampleSelection(db, request)
            while let sample = try selection.next() {
                guard try body(try selection.reader.record(sample)) else { return }
            }
        }
    }

    /// Returns the samples of a request.
    /// - Throws: A ``StoreError``.
    public func records(_ request: SampleRequest) throws -> [SampleRecord] {
        var records: [SampleRecord] = []
        try forEachSample(request) { record in
            records.append(record)
            return true
        }
        return records
    }

    /// Returns the sample with a UUID, or nil if there is no such sample. If several have it, this is the one that was saved first.
    /// - Throws: A ``StoreError``.
    public func record(uuid: UUID) throws -> SampleRecord? {
        try read { db in
            let reader = RecordReader(db)
            return try SampleLookup.find(uuid, reader).map(reader.record)
        }
    }

    /// Returns a sample and its details, or nil if there is no such sample.
    /// - Parameter party: The party that it came from; nil if the UUID is that of one sample.
    /// - Throws: A ``StoreError``: `invalidArgument` if there are several.
    package func detailedRecord(
        uuid: UUID, of party: String?
    ) throws -> (record: SampleRecord, details: [(String, [MetadataPair])])? {
        try read { db in
            let reader = RecordReader(db)
            guard let sample = try SampleParty.sample(uuid, of: party, reader) else { return nil }
            return (try reader.record(sample), try DetailReader(reader).details(sample).filter { !$0.1.isEmpty })
        }
    }

    /// Returns the samples of a request as HealthKit objects.
    ///
    /// Samples that no class represents are excluded: samples of unknown types, and category samples whose value isn't a number.
    /// ``records(_:)`` returns them.
    /// - Throws: A ``StoreError``.
    public func samples(_ request: SampleRequest) throws -> [HKSample] {
        try read { db in
            var selection = try SampleSelection(db, request)
            let builder = ObjectBuilder(selection.reader)
            var samples: [HKSample] = []
            while let sample = try selection.next() {
                if let object = try builder.object(sample) { samples.append(object) }
            }
            return samples
        }
    }

    /// Returns the sample with a UUID as a HealthKit object, or nil if it doesn't exist or no class represents it.
    /// - Throws: A ``StoreError``.
    public func sample(uuid: UUID) throws -> HKSample? {
        try read { db in
            let reader = RecordReader(db)
            return try SampleLookup.find(uuid, reader).flatMap { try ObjectBuilder(reader).object($0) }
        }
    }
}

extension HealthDatabase {
    /// Returns the names of all sources, without reading their samples.
    /// - Throws: A ``StoreError``.
    package func sourceNames() throws -> [String] {
        try read { db in try String.fetchAll(db, sql: "SELECT DISTINCT name FROM source ORDER BY name") }
    }

    /// Returns the members of all correlations, such as the two values of a blood pressure, by the position of the correlation in
    /// the order of changes. The members of each correlation are in the order in which they were saved.
    ///
    /// - Complexity: O(*n*) time and memory in the number of members.
    /// - Throws: A ``StoreError``.
    package func correlationMembers() throws -> [Int64: [SampleRecord]] {
        try read { db in
            let reader = RecordReader(db)
            let rows = try Row.fetchCursor(
                db, sql: "SELECT correlation, type, start, id FROM correlation_member ORDER BY correlation, id")
            var members: [Int64: [SampleRecord]] = [:]
            while let row = try rows.next() {
                let correlation = try row.value(Int64.self, of: "correlation")
                let id = try row.value(Int64.self, of: "id")
                guard
                    let sample = try SampleLookup.sample(
                        db, type: try row.value(of: "type"), start: try row.value(of: "start"), id: id)
                else {
                    throw StoreError.inconsistent(
                        "place \(correlation) names a sample at place \(id), which is missing")
                }
                members[correlation, default: []].append(try reader.record(sample))
            }
            return members
        }
    }
}
