// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A sample of any type with everything that the store contains about it.
public struct SampleRecord: Sendable, Equatable {
    /// The UUID, which the app chose or which is derived from the imported sample.
    public var uuid: UUID
    /// The position in the order of changes.
    public var id: Int64
    /// The identifier of the type.
    public var type: String
    /// The start date.
    public var start: Date
    /// The end date, which equals ``start`` for an instant.
    public var end: Date
    /// The value in ``unit``, or the raw value of a category; nil if the sample has no value.
    public var value: Double?
    /// A value that isn't a number, as written. Only samples of unknown types and category samples have one.
    public var text: String?
    /// The unit of stored values of the type; nil if they have no unit.
    public var unit: String?
    /// The unit that the value was written in, in its original spelling.
    public var originalUnit: String?
    /// The value in ``originalUnit``, as written.
    public var originalValue: Double?
    /// The name of a category's value, such as `HKCategoryValueSleepAnalysisAsleepCore`.
    public var valueName: String?
    /// The name of the source, as written.
    public var source: String
    /// The version of the source.
    public var sourceVersion: String?
    /// The bundle identifier of the app; nil for imported samples.
    public var bundleIdentifier: String?
    /// The hardware that saved the sample, such as `Watch6,7`.
    public var productType: String?
    /// The version of that hardware's operating system, as written.
    public var operatingSystemVersion: String?
    /// The device.
    public var device: DeviceData?
    /// The creation date, to the second.
    public var created: Date?
    /// The IANA name of the time zone, if the metadata contains one.
    public var timeZone: String?
    /// The metadata in the form of exports, in order.
    public var metadata: [MetadataPair]
}

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
        object.set(fields.copyOf, "copyOf")
        parts.set(object, shared)
        var archive = HKArchive()
        archive.set([parts], "sample")
        return archive.samples("sample")?.first
    }
}
