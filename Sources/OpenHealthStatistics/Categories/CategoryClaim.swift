// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The claim of a sample to the time that it covers, ordered so that a heap returns the strongest claim first.
struct CategoryClaim: HeapOrdered {
    let start: Double
    let end: Double
    let value: Int
    let rank: Int32
    let layer: Int
    let isContainer: Bool

    init(_ interval: CategoryInterval, precedence: CategoryPrecedence) {
        start = interval.start
        end = interval.end
        value = interval.value
        rank = interval.rank
        layer = precedence.layer(of: interval.value)
        isContainer = precedence.containers.contains(interval.value)
    }

    func precedes(_ other: Self) -> Bool {
        if isContainer != other.isContainer { return other.isContainer }
        if rank != other.rank { return rank < other.rank }
        if layer != other.layer { return layer < other.layer }
        // A sample that started later or ends earlier is more specific.
        if start != other.start { return start > other.start }
        if end != other.end { return end < other.end }
        return value > other.value
    }
}
