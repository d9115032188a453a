// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The durations of the values of a category by bucket, from samples that can overlap.
///
/// The timeline is a single sweep over the samples in order of their start. Each moment that samples cover belongs to one of
/// them:
/// 1. All other values take precedence over a container (``CategoryPrecedence/containers``; for sleep: in bed).
/// 2. Among the rest, the better source takes precedence.
/// 3. Among samples of the same source, the value with the lower layer takes precedence (``CategoryPrecedence/layers``).
/// 4. Then the sample with the latest start, of those the one with the earliest end, and of those the greater value.
///
/// A sample with the same source, value, start and end as another counts once. An instant has no duration; it is counted
/// in the bucket that contains it. Buckets without samples are omitted. Memory use depends on the number of overlapping
/// samples and of buckets that have not been taken, not on the range.
public struct CategoryTimeline: Sendable {
    private struct OpenBucket {
        var index: Int
        var end: Double
    }

    private let grid: any BucketGrid
    private let precedence: CategoryPrecedence

    /// The time up to which durations have been assigned.
    private var clock = -Double.infinity
    /// The bucket of the clock, if a sample overlaps it so far.
    private var bucket: OpenBucket?
    private var tallies: [Int: CategoryTally] = [:]
    /// The values of the current samples.
    private var active = EndHeap<Int>()
    /// The claims of the same samples, the strongest first. Ended claims are removed when they are first or too many.
    private var claims = OrderedHeap<CategoryClaim>()
    /// The samples with a duration that start at the clock, used to find duplicates.
    private var starting: Set<CategoryInterval> = []
    private var complete: [CategoryBucket] = []
    private var recorder: StretchRecorder?
    /// The maximum number of buckets that have not been taken. If there are more, they are dropped and ``isOverLimit`` is `true`.
    package var bucketLimit = Int.max
    /// Whether the limit was exceeded, which makes the results of the timeline incomplete.
    package private(set) var isOverLimit = false

    /// Creates an empty timeline.
    /// - Parameters:
    ///   - grid: The buckets.
    ///   - precedence: The precedence of the values; see ``CategoryPrecedence/standard(for:)``.
    ///   - recordsStretches: Whether to record the intervals and their values, for ``takeStretches()``.
    public init(grid: any BucketGrid, precedence: CategoryPrecedence, recordsStretches: Bool = false) {
        self.grid = grid
        self.precedence = precedence
        recorder = recordsStretches ? StretchRecorder() : nil
    }

    /// Adds samples in the order of their start dates, also across calls. The order of samples with equal start dates does
    /// not matter. A sample that starts before an earlier sample counts from the start of the earlier one.
    /// - Parameter intervals: Samples with finite times.
    public mutating func add(_ intervals: [CategoryInterval]) {
        for interval in intervals { add(interval) }
    }

    /// Ends the input and completes the last buckets.
    public mutating func finish() {
        advance(to: .infinity)
        recorder?.finish()
    }

    /// Returns the complete buckets that have not been taken, in order of their index.
    public mutating func takeBuckets() -> [CategoryBucket] {
        defer { complete = [] }
        return complete
    }

    /// Returns the complete intervals that have not been taken, in order; empty unless the timeline records them.
    public mutating func takeStretches() -> [Stretch] {
        recorder?.take() ?? []
    }

    /// Returns the buckets of an array of samples in any order.
    /// - Parameters:
    ///   - intervals: The samples.
    ///   - grid: The buckets.
    ///   - precedence: The precedence of the values.
    public static func buckets(
        _ intervals: [CategoryInterval], grid: any BucketGrid, precedence: CategoryPrecedence
    ) -> [CategoryBucket] {
        var timeline = CategoryTimeline(grid: grid, precedence: precedence)
        timeline.add(intervals.sorted { $0.start < $1.start })
        timeline.finish()
        return timeline.takeBuckets()
    }

    private mutating func add(_ given: CategoryInterval) {
        var interval = given
        if !(interval.start >= clock) {
            interval.start = clock
            interval.end = max(clock, interval.end)
        }
        if interval.start > clock {
            advance(to: interval.start)
            // Emptying a large table takes time proportional to its capacity, so the capacity of a large burst is not kept.
            starting.removeAll(keepingCapacity: starting.capacity < 32)
        }
        let lasts = interval.end > interval.start
        if lasts, !starting.insert(interval).inserted { return }
        if bucket == nil { open(grid.index(containing: interval.start)) }
        var tally = tallies[interval.value] ?? CategoryTally(start: interval.start)
        tally.count += 1
        if lasts {
            tally.active += 1
            tally.cover(from: interval.start, to: interval.end)
            active.push(interval.value, end: interval.end)
            claims.push(CategoryClaim(interval, precedence: precedence))
        }
        tallies[interval.value] = tally
    }

    /// Assigns the time up to a moment to its owners, and closes the buckets that end by then.
    private mutating func advance(to moment: Double) {
        while let bucket {
            let owner = owner()
            let next = min(moment, bucket.end, owner?.end ?? .infinity)
            if let owner, next > clock {
                tallies[owner.value]?.duration += next - clock
                recorder?.add(Stretch(start: clock, end: next, value: owner.value, rank: owner.rank))
            }
            clock = next
            release()
            if clock >= bucket.end { close(bucket) }
            if clock >= moment { return }
        }
        clock = moment
    }

    /// The number of retained claims, for tests of memory use.
    var heldClaims: Int { claims.count }

    /// Returns the sample that the current time belongs to: the one with the strongest claim.
    private mutating func owner() -> CategoryInterval? {
        while let first = claims.first?.interval {
            if first.end > clock { return first }
            claims.pop()
        }
        return nil
    }

    /// Removes the samples that have ended.
    private mutating func release() {
        while !active.isEmpty, active.firstEnd <= clock { tallies[active.pop()]?.active -= 1 }
        // Ended claims would accumulate behind a long-lasting owner.
        if claims.count > 2 * active.count + 32 {
            let now = clock
            claims.removeAll { $0.interval.end <= now }
        }
    }

    private mutating func open(_ index: Int) {
        // Above the limit, buckets have no more edges, so that the timeline ends.
        bucket = OpenBucket(index: index, end: isOverLimit ? .infinity : grid.bounds(of: index).end)
    }

    private mutating func close(_ closing: OpenBucket) {
        let values = tallies.map { $1.figures(value: $0, to: closing.end) }.sorted { $0.value < $1.value }
        let covered = values.reduce(0) { $0 + $1.duration }
        if complete.count < bucketLimit {
            complete.append(CategoryBucket(index: closing.index, values: values, covered: covered))
        } else {
            isOverLimit = true
        }
        bucket = nil
        tallies = tallies.filter { $1.active > 0 }
        guard !active.isEmpty else { return }
        for value in tallies.keys { tallies[value]?.carry(over: closing.end) }
        open(grid.index(containing: closing.end))
    }
}

extension CategoryTimeline {
    /// An interval that belongs to one value of one source; its end is always after its start.
    public typealias Stretch = CategoryInterval

    /// A recorder that joins adjacent intervals with the same value and source, across samples and buckets.
    struct StretchRecorder {
        private var complete: [Stretch] = []
        private var growing: Stretch?

        mutating func add(_ stretch: Stretch) {
            if let last = growing, last.end == stretch.start, last.value == stretch.value, last.rank == stretch.rank {
                growing?.end = stretch.end
                return
            }
            finish()
            growing = stretch
        }

        mutating func finish() {
            if let growing { complete.append(growing) }
            growing = nil
        }

        mutating func take() -> [Stretch] {
            defer { complete = [] }
            return complete
        }
    }
}

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
