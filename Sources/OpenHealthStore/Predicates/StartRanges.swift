// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Ordered, disjoint time ranges that contain the start dates of the samples that match a predicate.
///
/// The table's key is ordered by start date, so a search reads only these ranges.
package struct StartRanges: Equatable {
    /// The ranges, including both bounds.
    private(set) var ranges: [ClosedRange<Double>]

    /// All dates.
    package static let all = StartRanges(ranges: [-.infinity ... .infinity])
    /// No dates.
    static let none = StartRanges(ranges: [])

    private init(ranges: [ClosedRange<Double>]) {
        self.ranges = ranges
    }

    /// Creates a single range, or none if the end is before the start.
    package init(from: Double, through: Double) {
        ranges = from <= through ? [from...through] : []
    }

    /// Creates ranges of single dates.
    package init(moments: [Double]) {
        self = StartRanges(sorting: moments.map { $0...$0 })
    }

    /// Sorts ranges, and merges those that overlap or touch.
    private init(sorting unsorted: [ClosedRange<Double>]) {
        ranges = []
        for range in unsorted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    /// Returns the union.
    package func union(_ other: StartRanges) -> StartRanges { .union(of: [self, other]) }

    /// Returns the union of several ranges.
    package static func union(of parts: [StartRanges]) -> StartRanges {
        StartRanges(sorting: parts.flatMap(\.ranges))
    }

    /// Returns the intersection of all parts. Combining halves recursively limits how often long lists are processed.
    package static func intersection(of parts: [StartRanges]) -> StartRanges {
        if parts.count < 2 { return parts.first ?? .all }
        let middle = parts.count / 2
        return intersection(of: Array(parts[..<middle])).intersection(intersection(of: Array(parts[middle...])))
    }

    /// Returns the intersection.
    package func intersection(_ other: StartRanges) -> StartRanges {
        var found: [ClosedRange<Double>] = []
        var (mine, theirs) = (ranges[...], other.ranges[...])
        while let left = mine.first, let right = theirs.first {
            let (from, through) = (max(left.lowerBound, right.lowerBound), min(left.upperBound, right.upperBound))
            if from <= through { found.append(from...through) }
            if left.upperBound < right.upperBound { mine.removeFirst() } else { theirs.removeFirst() }
        }
        return StartRanges(ranges: found)
    }

    /// The range from the first to the last date; nil if there are no ranges.
    var hull: ClosedRange<Double>? {
        guard let first = ranges.first, let last = ranges.last else { return nil }
        return first.lowerBound...last.upperBound
    }
}
