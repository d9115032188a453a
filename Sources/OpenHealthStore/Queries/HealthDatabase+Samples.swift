// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HealthDatabase {
    /// Reads samples one at a time, from one moment's state of the store. Memory does not grow with their number.
    ///
    /// Samples come in order of their start, and those that start together in the order in which they were saved.
    /// - Parameters:
    ///   - request: which samples.
    ///   - body: takes a sample and says whether to go on. It must not call this store, which is busy reading.
    /// - Throws: what `body` throws, or a ``StoreError``.
    public func forEachSample(_ request: SampleRequest, _ body: (SampleRecord) throws -> Bool) throws {
        try read { db in
            var selection = try SampleSelection(db, request)
            while let sample = try selection.next() {
                guard try body(try selection.reader.record(sample)) else { return }
            }
        }
    }

    /// The samples that a request asks for, all at once.
    /// - Throws: a ``StoreError``.
    public func records(_ request: SampleRequest) throws -> [SampleRecord] {
        var records: [SampleRecord] = []
        try forEachSample(request) { record in
            records.append(record)
            return true
        }
        return records
    }

    /// The sample with a UUID, or nil where there is none.
    /// - Throws: a ``StoreError``.
    public func record(uuid: UUID) throws -> SampleRecord? {
        try read { db in
            let reader = RecordReader(db)
            return try SampleLookup.find(uuid, reader).map(reader.record)
        }
    }

    /// The samples that a request asks for, as objects of their class.
    ///
    /// Left out are samples that no class describes: of types that the vocabulary does not know, and category values
    /// that are no numbers. ``records(_:)`` has them.
    /// - Throws: a ``StoreError``.
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

    /// The sample with a UUID as an object of its class; nil where there is none, or no class describes it.
    /// - Throws: a ``StoreError``.
    public func sample(uuid: UUID) throws -> HKSample? {
        try read { db in
            let reader = RecordReader(db)
            return try SampleLookup.find(uuid, reader).flatMap { try ObjectBuilder(reader).object($0) }
        }
    }
}
