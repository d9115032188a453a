// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// Buckets between the edges of a list, with any lengths. The first bucket has no start and the last one has no end. A
/// duplicate edge creates an empty bucket.
struct EdgeGrid: BucketGrid {
    /// The ordered edges in seconds.
    var edges: [Double]
    /// The number of the bucket before the first edge.
    var first = 0

    func index(containing seconds: Double) -> Int {
        first + edges.count { $0 <= seconds }
    }

    func bounds(of index: Int) -> (start: Double, end: Double) {
        let place = index - first
        if place < 0 { return (-.infinity, -.infinity) }
        if place > edges.count { return (.infinity, .infinity) }
        return (
            place == 0 ? -.infinity : edges[place - 1], place == edges.count ? .infinity : edges[place]
        )
    }

    /// The numbers of all buckets.
    var indices: ClosedRange<Int> { first...first + edges.count }

    /// Returns the same buckets, shifted by some seconds.
    func shifted(by seconds: Double) -> EdgeGrid {
        EdgeGrid(edges: edges.map { $0 + seconds }, first: first)
    }
}

/// Buckets of equal length, the first of which starts at 0.
struct EvenGrid: BucketGrid {
    /// The length of a bucket in seconds.
    var length: Double

    static let hours = EvenGrid(length: 3600)
    static let days = EvenGrid(length: 86400)

    func index(containing seconds: Double) -> Int {
        Int((seconds / length).rounded(.down))
    }

    func bounds(of index: Int) -> (start: Double, end: Double) {
        (Double(index) * length, Double(index + 1) * length)
    }
}
