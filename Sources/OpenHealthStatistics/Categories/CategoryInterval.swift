// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A category sample in the form used by the algorithms: a value over an interval, with the rank of its source.
public struct CategoryInterval: Sendable, Hashable {
    /// The start, in seconds since 1970, UTC.
    public var start: Double
    /// The end, in seconds since 1970, UTC; the same as ``start`` for an instant, and never before it.
    public var end: Double
    /// The raw value, such as that of a sleep stage.
    public var value: Int
    /// The rank of the source: 0 is the best. Ranks are unique.
    public var rank: Int32

    /// Creates an interval from its properties.
    public init(start: Double, end: Double, value: Int, rank: Int32 = 0) {
        self.start = start
        self.end = end
        self.value = value
        self.rank = rank
    }
}
