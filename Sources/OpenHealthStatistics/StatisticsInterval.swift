// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One sample as the algorithms see it: a value over a stretch of time, and who says so.
public struct StatisticsInterval: Sendable, Hashable {
    /// The beginning, in seconds since 1970, UTC.
    public var start: Double
    /// The end, in seconds since 1970, UTC; the same as ``start`` for an instant, and never before it.
    public var end: Double
    /// The value, in the unit that all samples of the type share.
    public var value: Double
    /// The number of readings of the sample: more than one for a condensed series.
    public var count: Int32
    /// The rank of the source: 0 is the best. Two sources never share one.
    public var rank: Int32
    /// The place, among the grids of a sweep, of the grid whose buckets the sample falls into.
    public var grid: Int32

    /// Creates an interval; see the properties.
    public init(start: Double, end: Double, value: Double, count: Int32 = 1, rank: Int32 = 0, grid: Int32 = 0) {
        self.start = start
        self.end = end
        self.value = value
        self.count = count
        self.rank = rank
        self.grid = grid
    }
}
