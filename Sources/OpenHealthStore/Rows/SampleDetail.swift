// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The fields of a saved object that no column contains.
enum SampleDetail {
    /// The key of the fields that all objects have, which the store has columns for.
    private static let shared = "HKObject"

    /// Returns the fields of a sample as JSON, or nil if the columns contain the whole sample.
    static func write(_ sample: HKSample) throws -> String? {
        guard needsDetail(sample) else { return nil }
        var archive = HKArchive()
        archive.set(HKArchive.list(of: [sample]), "sample")
        guard var parts = archive.archives("sample")?.first else {
            throw StoreError.inconsistent("a sample of \(sample.sampleType.identifier) cannot be encoded")
        }
        parts.set(nil as HKArchive?, shared)
        guard let json = ArchiveJSON.write(parts) else {
            throw StoreError.inconsistent("a sample of \(sample.sampleType.identifier) cannot be encoded as JSON")
        }
        return json.text
    }

    private static func needsDetail(_ sample: HKSample) -> Bool {
        switch sample {
        case let sample as HKDiscreteQuantitySample:
            let values = [sample.minimumQuantity, sample.maximumQuantity, sample.mostRecentQuantity]
            return sample.count != 1 || values.contains { $0 != sample.quantity }
        case is HKCumulativeQuantitySeriesSample: return true
        case let sample as HKQuantitySample: return sample.count != 1
        case is HKCategorySample, is HKCorrelation, is HKSeriesSample: return false
        default: return true
        }
    }

    /// Creates a sample from its fields, or returns nil if they can't be read.
    static func read(_ json: String, fields: HKObjectFields) -> HKSample? {
        guard let value = JSONValue(json), var parts = ArchiveJSON.read(value) else { return nil }
        var object = HKArchive()
        object.set(fields.uuid, "uuid")
        object.set(fields.sourceRevision, "sourceRevision")
        object.set(fields.device, "device")
        object.set(fields.metadata, "metadata")
        object.set(fields.creationDate, "created")
        parts.set(object, shared)
        var archive = HKArchive()
        archive.set([parts], "sample")
        return archive.samples("sample")?.first
    }
}
