// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStatistics
import Testing

/// Buckets between edges listed by a test; two equal edges create an empty bucket.
struct CategoryEdges: BucketGrid {
    var edges: [Double]

    init(_ edges: [Double]) {
        self.edges = edges
    }

    init(from start: Double, every length: Double, count: Int) {
        edges = (0...count).map { start + Double($0) * length }
    }

    func index(containing seconds: Double) -> Int {
        (edges.lastIndex { $0 <= seconds } ?? -1)
    }

    func bounds(of index: Int) -> (start: Double, end: Double) {
        if index < 0 { return (-.infinity, edges[0]) }
        if index >= edges.count - 1 { return (edges[edges.count - 1], .infinity) }
        return (edges[index], edges[index + 1])
    }
}
