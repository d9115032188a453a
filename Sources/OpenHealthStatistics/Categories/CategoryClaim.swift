// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The claim of a sample to the time that it covers, ordered so that a heap returns the strongest claim first.
struct CategoryClaim: HeapOrdered {
    let interval: CategoryInterval
    let layer: Int
    let isContainer: Bool

    init(_ interval: CategoryInterval, precedence: CategoryPrecedence) {
        self.interval = interval
        layer = precedence.layer(of: interval.value)
        isContainer = precedence.containers.contains(interval.value)
    }

    func precedes(_ other: Self) -> Bool {
        if isContainer != other.isContainer { return other.isContainer }
        let (left, right) = (interval, other.interval)
        if left.rank != right.rank { return left.rank < right.rank }
        if layer != other.layer { return layer < other.layer }
        // A sample that started later or ends earlier is more specific.
        if left.start != right.start { return left.start > right.start }
        if left.end != right.end { return left.end < right.end }
        return left.value > right.value
    }
}
