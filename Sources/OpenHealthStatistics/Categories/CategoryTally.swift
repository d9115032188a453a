// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The running totals of a value in the open bucket.
struct CategoryTally: Sendable {
    /// The number of samples that overlap the bucket.
    var count = 0
    /// The number of current samples.
    var active = 0
    /// The time that belongs to the value.
    var duration = 0.0

    /// The time that samples cover, without the current run.
    private var reported = 0.0
    /// The start and the end of the current run of samples without gaps; the start is clipped to the bucket.
    private var since: Double
    private var until: Double

    /// Creates an empty tally.
    /// - Parameter start: The start of the first sample.
    init(start: Double) {
        since = start
        until = start
    }

    /// Adds the interval of a sample; intervals are added in order of their start.
    mutating func cover(from start: Double, to end: Double) {
        if start > until {
            reported += max(0, until - since)
            since = start
        }
        until = max(until, end)
    }

    /// Returns the durations of a bucket that ends at an edge.
    func figures(value: Int, to edge: Double) -> CategoryValueDuration {
        let covered = reported + max(0, min(until, edge) - since)
        // The two sums are computed from different parts, so rounding could make the covered time less than the duration.
        return CategoryValueDuration(
            value: value, duration: duration, reported: max(covered, duration), count: count)
    }

    /// Starts the next bucket with the current samples.
    mutating func carry(over edge: Double) {
        count = active
        duration = 0
        reported = 0
        since = edge
    }
}
