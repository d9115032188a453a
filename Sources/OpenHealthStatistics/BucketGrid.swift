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

/// The buckets of a grid clipped to a range.
package struct ClippedGrid: BucketGrid {
    private let grid: any BucketGrid
    private let start: Double
    private let end: Double

    /// The number for all time before the range.
    package static let before = Int.min
    /// The number for all time after the range.
    package static let after = Int.max

    package init(_ grid: any BucketGrid, start: Double, end: Double) {
        self.grid = grid
        self.start = start
        self.end = end
    }

    package func index(containing seconds: Double) -> Int {
        if seconds < start { return Self.before }
        return seconds < end ? grid.index(containing: seconds) : Self.after
    }

    package func bounds(of index: Int) -> (start: Double, end: Double) {
        switch index {
        case Self.before: return (-.infinity, start)
        case Self.after: return (end, .infinity)
        default:
            let bounds = grid.bounds(of: index)
            return (max(bounds.start, start), min(bounds.end, end))
        }
    }

    /// Returns whether a number is that of a bucket in the range.
    package static func isInside(_ index: Int) -> Bool { index != before && index != after }
}

/// The coverage of a bucket by its statistics. Values of partial days or weeks cannot be compared with those of whole ones.
package enum BucketCoverage: Equatable, Sendable {
    /// The bucket is finished, its data are complete, and the range includes all of it.
    case whole
    /// The bucket contains the current time, or the time at which the data of the type end.
    case unfinished
    /// The range begins or ends within the bucket.
    case cut

    /// Creates the coverage of a bucket. All times are in seconds since 1970.
    /// - Parameters:
    ///   - bucket: The bounds of the bucket; its end is exclusive.
    ///   - edges: The start and the end of the range.
    ///   - now: The current time.
    ///   - dataEnd: The time at which the data of the type end, such as the date of their export; `nil` if they extend to the
    ///     current time.
    package init(of bucket: (start: Double, end: Double), edges: [Double], now: Double, dataEnd: Double?) {
        func contains(_ moment: Double) -> Bool { bucket.start <= moment && moment < bucket.end }
        if contains(now) || dataEnd.map(contains) ?? false {
            self = .unfinished
        } else if edges.contains(where: { bucket.start < $0 && $0 < bucket.end }) {
            self = .cut
        } else {
            self = .whole
        }
    }
}
