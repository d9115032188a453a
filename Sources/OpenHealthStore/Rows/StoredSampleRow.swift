// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The columns of a sample, in the numbers of this store.
struct StoredSampleRow {
    var type: Int64
    var start: Double
    var end: Double
    /// NaN where there is none.
    var value: Double
    var provenance: Int64
    /// -1 for none.
    var metadata: Int64 = -1
    /// NaN where it is not known.
    var created: Double = .nan
    /// -1 for a sample whose UUID is stored.
    var ordinal: Int64 = 0
}
