// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The running totals of one value in the open bucket.
struct CategoryTally: Sendable {
    /// Samples that overlap the bucket.
    var count = 0
    /// Samples that are going on.
    var active = 0
    /// The time that belongs to the value.
    var duration = 0.0

    /// The time that samples cover, without the run that is still growing.
    private var reported = 0.0
    /// The run of samples without a gap between them that is still growing: its part in the bucket, and its end.
    private var since: Double
    private var until: Double

    /// Creates an empty tally.
    /// - Parameter start: when the first sample starts.
    init(start: Double) {
        since = start
        until = start
    }

    /// Adds a sample's stretch; stretches come in order of their start.
    mutating func cover(from start: Double, to end: Double) {
        if start > until {
            reported += max(0, until - since)
            since = start
        }
        until = max(until, end)
    }

    /// The figures of a bucket that ends here.
    func figures(value: Int, to edge: Double) -> CategoryValueDuration {
        let covered = reported + max(0, min(until, edge) - since)
        // The two are summed over different pieces, so rounding could put them the wrong way about.
        return CategoryValueDuration(
            value: value, duration: duration, reported: max(covered, duration), count: count)
    }

    /// Begins the next bucket with what goes on.
    mutating func carry(over edge: Double) {
        count = active
        duration = 0
        reported = 0
        since = edge
    }
}
