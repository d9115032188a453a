// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A plain record that a reader passes to a store: a quantity, a category value, or a record of an unknown type.
///
/// Rows have a fixed size, so a batch of them is one allocation. Values that many records share (type, provenance,
/// metadata) are indices into the reader's dictionaries, which the batches extend (``SampleBatch/newTypes`` and the following
/// properties).
public struct SampleRow: Sendable, Equatable {
    /// The index of the type identifier in the reader's dictionary.
    public var type: Int32
    /// The index of the provenance (source, version, device, unit) in the reader's dictionary.
    public var provenance: Int32
    /// The index of the metadata in the reader's dictionary, or -1 for a record without metadata.
    public var metadata: Int32
    /// The index into ``SampleBatch/texts`` of a value that is not a number, or -1.
    ///
    /// Only category values and records of unknown types have one.
    public var text: Int32
    /// The start, in seconds since 1970-01-01T00:00:00Z.
    public var start: Double
    /// The end, in seconds since 1970-01-01T00:00:00Z; never before ``start``.
    public var end: Double
    /// The creation date, in seconds since 1970-01-01T00:00:00Z, or NaN if unknown.
    public var created: Double
    /// The value in the type's canonical unit; the raw value of a category; NaN if there is none.
    public var value: Double

    /// Creates a row from its properties.
    public init(
        type: Int32, provenance: Int32, metadata: Int32 = -1, text: Int32 = -1,
        start: Double, end: Double, created: Double = .nan, value: Double = .nan
    ) {
        self.type = type
        self.provenance = provenance
        self.metadata = metadata
        self.text = text
        self.start = start
        self.end = end
        self.created = created
        self.value = value
    }
}
