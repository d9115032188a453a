// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A sample in the form used by the algorithms: a value over an interval, with the rank of its source.
public struct StatisticsInterval: Sendable, Hashable {
    /// The start, in seconds since 1970, UTC.
    public var start: Double
    /// The end, in seconds since 1970, UTC; the same as ``start`` for an instant, and never before it.
    public var end: Double
    /// The value, in the common unit of all samples of the type.
    public var value: Double
    /// The number of readings of the sample: more than one for a condensed series.
    public var count: Int32
    /// The rank of the source: 0 is the best. Ranks are unique.
    public var rank: Int32
    /// The index, among the grids of a sweep, of the sample's grid.
    public var grid: Int32
    /// The purpose of a delivery of insulin; see `EventRule`. Unknown for all other types.
    package var purpose = Purpose.unknown

    /// The purpose of a delivery of insulin. The raw value is the position in the order in which each purpose is next to those that it can
    /// be, so that basal and bolus insulin are two apart.
    package enum Purpose: Int32, Sendable, Hashable, CaseIterable {
        case basal, unknown, bolus

        /// Returns whether two samples can be the same delivery.
        @inline(__always)
        package func canBe(_ other: Purpose) -> Bool { (rawValue - other.rawValue).magnitude < 2 }
    }

    /// Creates an interval from its properties.
    public init(start: Double, end: Double, value: Double, count: Int32 = 1, rank: Int32 = 0, grid: Int32 = 0) {
        self.start = start
        self.end = end
        self.value = value
        self.count = count
        self.rank = rank
        self.grid = grid
    }
}
