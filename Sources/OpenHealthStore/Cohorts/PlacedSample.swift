// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A sample that is read by its place in the order of changes. What many samples share is looked up once.
///
/// It is good for as long as the reading goes on.
package struct PlacedSample {
    private let sample: RawSample
    private let reader: RecordReader
    private let facts: StoredType

    init(_ sample: RawSample, _ reader: RecordReader) throws {
        self.sample = sample
        self.reader = reader
        facts = try reader.type(sample.type)
    }

    /// The place.
    package var place: Int64 { sample.id }
    /// The number that the store has given to the type.
    package var typeNumber: Int64 { sample.type }
    /// The identifier of the type.
    package var type: String { facts.identifier }
    /// The description of the type; nil for an unknown one.
    package var typeDescription: HealthTypeDescription? { facts.description }
    /// When it began, in seconds since 1970.
    package var start: Double { sample.start }
    /// When it ended.
    package var end: Double { sample.end }
    /// The value in the canonical unit, or the raw value of a category; NaN where there is none, or one that is text.
    package var value: Double { facts.hasValue ? sample.value : .nan }
    /// Whether the value is text, which only unknown types have.
    package var hasText: Bool { sample.text != nil }
    /// The number that the store has given to the metadata, the same for the same metadata; nil where there are none.
    package var metadataNumber: Int64? {
        sample.metadata < 0 ? nil : sample.metadata << 1 | (sample.ordinal < 0 ? 1 : 0)
    }

    /// The identity.
    package func uuid() throws -> UUID { try reader.uuid(sample) }

    /// The number that the store has given to the source, its name, and that of the device.
    package func origin() throws -> (source: Int64, sourceName: String, deviceName: String?) {
        let origin = try reader.origin(sample.provenance)
        return (origin.source, origin.name, origin.device?.name)
    }

    /// The metadata, each value as what it is and as exports write it, in the order of their keys.
    package func metadata() throws -> [(key: String, value: HKMetadataValue, text: String)] {
        try reader.values(sample).sorted { $0.key < $1.key }.map { ($0.key, $0.value, MetadataText.text($0.value)) }
    }
}
