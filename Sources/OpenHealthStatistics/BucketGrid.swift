// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Cuts time into buckets that lie side by side and are numbered in order.
public protocol BucketGrid: Sendable {
    /// The number of the bucket that an instant falls into. A bucket holds its beginning and not its end.
    /// - Parameter seconds: since 1970, UTC.
    func index(containing seconds: Double) -> Int
    /// Where a bucket begins and ends, in seconds since 1970, UTC. A number that no instant has (a day that a country
    /// left out) begins where it ends.
    /// - Parameter index: the number of the bucket.
    func bounds(of index: Int) -> (start: Double, end: Double)
}

/// One bucket for a stretch of time: number 0. What lies before it and after it has the numbers -1 and 1.
public struct SingleBucket: BucketGrid {
    /// The beginning, in seconds since 1970, UTC.
    public let start: Double
    /// The end, in seconds since 1970, UTC.
    public let end: Double

    /// Creates a bucket from its bounds, which may be infinite.
    public init(start: Double = -.infinity, end: Double = .infinity) {
        self.start = start
        self.end = end
    }

    /// -1 before the bucket, 1 behind it, 0 in it.
    public func index(containing seconds: Double) -> Int {
        seconds < start ? -1 : seconds < end ? 0 : 1
    }

    /// The bounds of the bucket, or of what lies before and behind it.
    public func bounds(of index: Int) -> (start: Double, end: Double) {
        if index < 0 { return (-.infinity, start) }
        return index == 0 ? (start, end) : (end, .infinity)
    }
}
