// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One sample of a category type as the algorithms see it: a value over a stretch of time, and who says so.
public struct CategoryInterval: Sendable, Hashable {
    /// The beginning, in seconds since 1970, UTC.
    public var start: Double
    /// The end, in seconds since 1970, UTC; the same as ``start`` for an instant, and never before it.
    public var end: Double
    /// The raw value, such as that of a sleep stage.
    public var value: Int
    /// The rank of the source: 0 is the best. Two sources never share one.
    public var rank: Int32

    /// Creates an interval; see the properties.
    public init(start: Double, end: Double, value: Int, rank: Int32 = 0) {
        self.start = start
        self.end = end
        self.value = value
        self.rank = rank
    }
}
