// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One plain record on its way from a reader to a store: a quantity, a category value, or a record of a type
/// of an unknown type.
///
/// Fixed in size, so that a batch of them is one allocation. What many records share (type, provenance,
/// metadata) is named by its index in the reader's dictionary, which the batches carry in pieces
/// (``SampleBatch/newTypes`` and its neighbours).
public struct SampleRow: Sendable, Equatable {
    /// The index of the type identifier in the reader's dictionary.
    public var type: Int32
    /// The index of the provenance (source, version, device, unit) in the reader's dictionary.
    public var provenance: Int32
    /// The index of the metadata in the reader's dictionary, or -1 for a record without any.
    public var metadata: Int32
    /// The index in ``SampleBatch/texts`` of a value that is not a number, or -1.
    ///
    /// Only category values and types that the vocabulary does not know have one.
    public var text: Int32
    /// The first instant, in seconds since 1970-01-01T00:00:00Z.
    public var start: Double
    /// The last instant, in seconds since 1970-01-01T00:00:00Z; never before ``start``.
    public var end: Double
    /// When the record was made, in seconds since 1970-01-01T00:00:00Z, or NaN where that is not known.
    public var created: Double
    /// The value in the type's canonical unit; the raw value of a category; NaN where there is none.
    public var value: Double

    /// Creates a row from its parts; see the properties.
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
