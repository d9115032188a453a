// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A sample that is read by its position in the order of changes. Shared facts are looked up once.
///
/// It is only valid during the read.
package struct PlacedSample {
    private let sample: RawSample
    private let reader: RecordReader
    private let facts: StoredType

    init(_ sample: RawSample, _ reader: RecordReader) throws {
        self.sample = sample
        self.reader = reader
        facts = try reader.type(sample.type)
    }

    /// The position.
    package var place: Int64 { sample.id }
    /// The number of the type in the store.
    package var typeNumber: Int64 { sample.type }
    /// The identifier of the type.
    package var type: String { facts.identifier }
    /// The description of the type; nil for an unknown type.
    package var typeDescription: HealthTypeDescription? { facts.description }
    /// The start date, in seconds since 1970.
    package var start: Double { sample.start }
    /// The end date, in seconds since 1970.
    package var end: Double { sample.end }
    /// The value in the canonical unit, or the raw value of a category; NaN if there is no value or it is a string.
    package var value: Double { facts.hasValue ? sample.value : .nan }
    /// Whether the value is a string, which only unknown types have.
    package var hasText: Bool { sample.text != nil }
    /// The number of the metadata in the store, which is equal for equal metadata; nil if there is no metadata.
    package var metadataNumber: Int64? {
        sample.metadata < 0 ? nil : sample.metadata << 1 | (sample.ordinal < 0 ? 1 : 0)
    }

    /// Returns the UUID.
    package func uuid() throws -> UUID { try reader.uuid(sample) }

    /// Returns the number of the source in the store, its name, and the name of the device.
    package func origin() throws -> (source: Int64, sourceName: String, deviceName: String?) {
        let origin = try reader.origin(sample.provenance)
        return (origin.source, origin.name, origin.device?.name)
    }

    /// Returns the metadata as typed values and as strings in the form of exports, sorted by key.
    package func metadata() throws -> [(key: String, value: HKMetadataValue, text: String)] {
        try reader.values(sample).sorted { $0.key < $1.key }.map { ($0.key, $0.value, MetadataText.text($0.value)) }
    }
}
