// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The columns of a sample, with the numbers of this store.
struct StoredSampleRow {
    var type: Int64
    var start: Double
    var end: Double
    /// The value; NaN if there is none.
    var value: Double
    var provenance: Int64
    /// The number of the metadata, or -1 if there is none.
    var metadata: Int64 = -1
    /// The creation date; NaN if it isn't known.
    var created: Double = .nan
    /// The ordinal, or -1 if the UUID is stored.
    var ordinal: Int64 = 0
}
