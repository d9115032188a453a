// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
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

    /// Returns the sample with a UUID, or nil if there is no such sample.
    /// - Throws: A ``StoreError``.
    public func record(uuid: UUID) throws -> SampleRecord? {
        try read { db in
            let reader = RecordReader(db)
            return try SampleLookup.find(uuid, reader).map(reader.record)
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
