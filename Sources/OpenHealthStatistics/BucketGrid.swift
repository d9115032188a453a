// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A division of time into adjacent buckets, numbered in order.
public protocol BucketGrid: Sendable {
    /// Returns the number of the bucket that contains an instant. A bucket includes its start and excludes its end.
    /// - Parameter seconds: The instant, in seconds since 1970, UTC.
    func index(containing seconds: Double) -> Int
    /// Returns the start and the end of a bucket, in seconds since 1970, UTC. They are equal for a number without instants, such
    /// as a day that a country skipped.
    /// - Parameter index: The number of the bucket.
    func bounds(of index: Int) -> (start: Double, end: Double)
}

/// A single bucket with the number 0. The time before it has the number -1, the time after it the number 1.
public struct SingleBucket: BucketGrid {
    /// The start, in seconds since 1970, UTC.
    public let start: Double
    /// The end, in seconds since 1970, UTC.
    public let end: Double

    /// Creates a bucket from its bounds, which can be infinite.
    public init(start: Double = -.infinity, end: Double = .infinity) {
        self.start = start
        self.end = end
    }

    /// Returns -1 before the bucket, 0 in it, and 1 after it.
    public func index(containing seconds: Double) -> Int {
        seconds < start ? -1 : seconds < end ? 0 : 1
    }

    /// Returns the bounds of the bucket, or of the time before or after it.
    public func bounds(of index: Int) -> (start: Double, end: Double) {
        if index < 0 { return (-.infinity, start) }
        return index == 0 ? (start, end) : (end, .infinity)
    }
}
