// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The durations of the values of a category, bucket by bucket, from samples that may overlap.
///
/// One sweep over the samples in order of their start. Each moment that samples cover belongs to one of them:
/// 1. A container (``CategoryPrecedence/containers``; for sleep: in bed) gives way to every other value.
/// 2. Of the rest the better source wins.
/// 3. Of one source's samples the value with the lower layer wins (``CategoryPrecedence/layers``).
/// 4. Then the sample that started last, of those the one that ends first, of those the greater value.
///
/// A sample that repeats another in source, value, start and end counts once. An instant has no duration; it is counted
/// in the bucket that holds it. A bucket that no sample overlaps is not there. Memory grows with the samples that
/// overlap and with the buckets that have not been taken, not with the range.
public struct CategoryTimeline: Sendable {
    private struct OpenBucket {
        var index: Int
        var end: Double
    }

    private let grid: any BucketGrid
    private let precedence: CategoryPrecedence

    /// Everything before this moment has been given away.
    private var clock = -Double.infinity
    /// The bucket that the clock is in, if something overlaps it so far.
    private var bucket: OpenBucket?
    private var tallies: [Int: CategoryTally] = [:]
    /// The values of the samples that are going on.
    private var active = EndHeap<Int>()
    /// The same samples, the owner first. Those that have ended stay until they come first or are too many.
    private var claims = OrderedHeap<CategoryClaim>()
    /// The samples that start at the clock and have a duration, to find repeats.
    private var starting: Set<CategoryInterval> = []
    private var complete: [CategoryBucket] = []
    private var recorder: StretchRecorder?
    /// The maximum number of buckets that have not been taken. Further ones are left out, and ``isOverLimit`` is then true.
    package var bucketLimit = Int.max
    /// Whether there were more buckets than that; the timeline is of no use any more.
    package private(set) var isOverLimit = false

    /// Creates an empty timeline.
    /// - Parameters:
    ///   - grid: the buckets.
    ///   - precedence: how the values stand against one another; see ``CategoryPrecedence/standard(for:)``.
    ///   - recordsStretches: whether to keep which sample owned which stretch, for ``takeStretches()``.
    public init(grid: any BucketGrid, precedence: CategoryPrecedence, recordsStretches: Bool = false) {
        self.grid = grid
        self.precedence = precedence
        recorder = recordsStretches ? StretchRecorder() : nil
    }

    /// Adds samples in the order of their start dates, also across calls. The order of samples with equal start dates does
    /// not matter. A sample that starts before an earlier sample counts from the start of the earlier one.
    /// - Parameter intervals: samples with finite times.
    public mutating func add(_ intervals: [CategoryInterval]) {
        for interval in intervals { add(interval) }
    }

    /// Ends the input, so that the last buckets are complete.
    public mutating func finish() {
        advance(to: .infinity)
        recorder?.finish()
    }

    /// The buckets that are complete and have not been taken, in order of their index.
    public mutating func takeBuckets() -> [CategoryBucket] {
        defer { complete = [] }
        return complete
    }

    /// The stretches that are complete and have not been taken, in order; empty unless the timeline records them.
    public mutating func takeStretches() -> [Stretch] {
        recorder?.take() ?? []
    }

    /// The buckets of samples that are all at hand, in any order.
    /// - Parameters:
    ///   - intervals: the samples.
    ///   - grid: the buckets.
    ///   - precedence: how the values stand against one another.
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
            // Emptying a large table costs its size, so one burst must not make each later start dear.
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

    /// Gives the time up to a moment to its owners, and closes the buckets that end by then.
    private mutating func advance(to moment: Double) {
        while let bucket {
            let owner = strongestClaim()
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

    /// The number of retained claims, for tests of memory.
    var heldClaims: Int { claims.count }

    /// The sample that the present moment belongs to.
    private mutating func strongestClaim() -> CategoryClaim? {
        while let first = claims.first {
            if first.end > clock { return first }
            claims.pop()
        }
        return nil
    }

    /// Lets go of the samples that have ended.
    private mutating func release() {
        while !active.isEmpty, active.firstEnd <= clock { tallies[active.pop()]?.active -= 1 }
        // Behind an owner that lasts long, claims that have ended would pile up.
        if claims.count > 2 * active.count + 32 {
            let now = clock
            claims.removeAll { $0.end <= now }
        }
    }

    private mutating func open(_ index: Int) {
        // Beyond the limit there are no more edges, so that the timeline comes to an end.
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
