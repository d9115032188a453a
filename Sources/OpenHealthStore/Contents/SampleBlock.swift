// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Consecutive samples of a type, column by column: all columns have an element for each sample.
package struct SampleBlock {
    /// The maximum number of samples.
    package static let capacity = 4096

    /// The UUIDs, sixteen bytes each.
    package internal(set) var uuids: [UInt8] = []
    /// The dates in seconds since 1970.
    package internal(set) var starts: [Double] = []
    package internal(set) var ends: [Double] = []
    /// The values; NaN for samples without a value or with a text.
    package internal(set) var values: [Double] = []
    /// The numbers of the origins.
    package internal(set) var provenances: [Int64] = []
    /// The numbers of the metadata, or -1.
    package internal(set) var metadata: [Int64] = []
    /// The texts in place of values, in order of the samples.
    package internal(set) var texts: [(row: Int, text: String)] = []

    init() {
        uuids.reserveCapacity(Self.capacity * 16)
        starts.reserveCapacity(Self.capacity)
        ends.reserveCapacity(Self.capacity)
        values.reserveCapacity(Self.capacity)
        provenances.reserveCapacity(Self.capacity)
        metadata.reserveCapacity(Self.capacity)
    }

    /// The number of samples.
    package var count: Int { starts.count }

    mutating func removeAll() {
        uuids.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        provenances.removeAll(keepingCapacity: true)
        metadata.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
    }
}
