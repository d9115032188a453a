// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The figures of one bucket of a grid.
public struct BucketFigures: Sendable, Hashable {
    /// The place of the grid among those of the sweep.
    public var grid: Int
    /// The number of the bucket in its grid.
    public var index: Int
    /// The figures.
    public var figures: StatisticsFigures

    /// Creates the figures of a bucket; see the properties.
    public init(grid: Int, index: Int, figures: StatisticsFigures) {
        self.grid = grid
        self.index = index
        self.figures = figures
    }
}

/// One pass over samples in order of their start, which gives the figures of each bucket.
///
/// Memory grows with the samples that overlap at one moment and the buckets that have not been taken, not with the
/// range. Each sample costs O(log n) for n samples that overlap it, and each edge of a bucket O(n).
///
/// **Sums.** At each moment the best-ranked source that has a sample there counts, and all its samples that hold the
/// moment: samples of one source that overlap are different statements (two apps of one watch, two dishes of a meal)
/// and add up. But a sample with the same source, start, end and value as another is the same stretch
/// reported twice, and counts once: the same seven minutes are not walked twice. A sample counts with the share of its
/// time in which its source counted, bucket by bucket. A sample without duration is an event: it counts whole
/// unless a better source has a sample that holds the moment, and equal events are events of their own.
///
/// **Averages.** A sample belongs to every bucket that it overlaps.
/// - Arithmetic: the mean of the samples' values.
/// - Weighted by time: a sample weighs the seconds of it that lie within the bucket, whether it reaches in from before, out at
///   the end or neither; an instant weighs one second (``instantWeight``), so that instants alone have their arithmetic mean. A
///   value does not stand beyond its sample. HealthKit names the rule for heart rates (`discreteTemporallyWeighted`, values
///   integrated over time) without saying what a reading without duration weighs. Under a rule in which it holds until the
///   next reading, the mean depends on how long the last one is taken to hold: readings of 60, 80 and 100 a minute apart have
///   the mean 80 here, as the tests of most programs that use HealthKit expect.
/// - Equivalent continuous level: the level of the steady sound with the same energy, `10·log10(Σ wᵢ·10^(Lᵢ/10) / Σ wᵢ)`
///   (IEC 61672-1, time-averaged sound level), weighted by the time within the bucket; by readings where there is none.
public struct IntervalSweep {
    /// The seconds that an instant weighs in a mean weighted by time: little beside samples with a duration.
    public static let instantWeight = 1.0

    /// A bucket that is complete.
    package struct Output {
        package var grid: Int
        package var index: Int
        package var end: Double
        package var aggregate: BucketAggregate
    }

    /// A sample that is going on.
    private struct Active {
        var start: Double
        var value: Double
        /// The clock when the sample was last accounted for: that of its rank for sums, else the time.
        var mark: Double
        var count: Int32
        var rank: Int32
        var grid: Int32
    }

    /// The bucket of a grid that is being filled.
    private struct Open {
        let grid: any BucketGrid
        var index = 0
        var start = -Double.infinity
        var end = -Double.infinity
        var isOpen = false
        /// Samples going on that belong to the grid.
        var active = 0
        var aggregate = BucketAggregate()
    }

    private let style: HKQuantityAggregationStyle
    private let isCumulative: Bool
    private let weighsInstants: Bool
    private let trace: ((SweepEvent) -> Void)?
    private var open: ContiguousArray<Open>
    private var heap = EndHeap<Active>()
    private var ranks = SourceRanks()
    private var now = -Double.infinity
    /// The earliest end of a bucket that is open.
    private var nextEdge = Double.infinity
    /// Samples of one start, of which there may be more to come.
    private var pending: [StatisticsInterval] = []
    private var output: [Output] = []
    /// Whether buckets with one number are one bucket, though they are of several grids.
    private let sharesNumbers: Bool
    /// The maximum number of buckets that have not been taken. Further ones are left out, and ``isOverLimit`` is then true.
    package var outputLimit = Int.max
    /// Whether there were more buckets than that; the sweep is of no use any more.
    package private(set) var isOverLimit = false

    /// Creates a sweep.
    /// - Parameters:
    ///   - style: how the type is aggregated.
    ///   - grids: the buckets; ``StatisticsInterval/grid`` says which of them a sample falls into. Sources are merged over all
    ///     of them.
    public init(style: HKQuantityAggregationStyle, grids: [any BucketGrid]) {
        self.init(style: style, grids: grids, trace: nil)
    }

    /// - Parameters:
    ///   - sharesNumbers: whether buckets of one number are parts of one bucket in all grids, whose time is covered once
    ///     though samples of two grids cover it.
    ///   - trace: receives the events of the sweep.
    package init(
        style: HKQuantityAggregationStyle, grids: [any BucketGrid], sharesNumbers: Bool = false,
        trace: ((SweepEvent) -> Void)? = nil
    ) {
        self.sharesNumbers = sharesNumbers && grids.count > 1
        self.style = style
        isCumulative = style == .cumulative
        weighsInstants = style == .discreteTemporallyWeighted
        self.trace = trace
        open = ContiguousArray(grids.map { Open(grid: $0) })
    }

    /// Adds samples in the order of their start dates, also across calls. The order of samples with equal start dates does
    /// not matter. A sample that starts before an earlier sample counts from the start of the earlier one.
    public mutating func add(_ intervals: [StatisticsInterval]) {
        intervals.withUnsafeBufferPointer { add($0) }
    }

    package mutating func add(_ intervals: UnsafeBufferPointer<StatisticsInterval>) {
        var index = 0
        let count = intervals.count
        if let first = pending.first {
            while index < count, intervals[index].start == first.start {
                pending.append(intervals[index])
                index += 1
            }
            if index == count { return }
            takePending()
        }
        while index < count {
            let start = intervals[index].start
            if !(start >= now) {
                takeOne(Self.late(intervals[index], now))
                index += 1
                continue
            }
            if index + 1 < count, intervals[index + 1].start != start {
                takeOne(intervals[index])
                index += 1
                continue
            }
            repeat {
                pending.append(intervals[index])
                index += 1
            } while index < count && intervals[index].start == start
            if index < count { takePending() }
        }
    }

    /// Returns the rest of a sample from a time after its start.
    private static func late(_ sample: StatisticsInterval, _ now: Double) -> StatisticsInterval {
        var sample = sample
        sample.start = now
        sample.end = max(now, sample.end)
        return sample
    }

    /// Goes on to a time before which no more samples start, so that the buckets until then can be taken: a sample of years
    /// lies in more of them than should be there at once.
    package mutating func goOn(to time: Double) {
        if let first = pending.first, first.start < time { takePending() }
        advance(to: time)
    }

    /// Ends the pass: nothing can be added any more, and every bucket is complete.
    public mutating func finish() {
        takePending()
        advance(to: .infinity)
    }

    /// The buckets with samples that have been completed since the last time, in order of their end.
    public mutating func takeBuckets() -> [BucketFigures] {
        takeOutput().map { output in
            BucketFigures(grid: output.grid, index: output.index, figures: output.aggregate.figures(style: style))
        }
    }

    /// Passes the complete buckets to a closure, as ``takeOutput()`` does, without an array.
    @inline(__always)
    package mutating func drain(_ body: (Output) -> Void) {
        if output.isEmpty { return }
        for bucket in output { body(bucket) }
        output.removeAll(keepingCapacity: true)
    }

    package mutating func takeOutput() -> [Output] {
        if output.isEmpty { return [] }
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    // MARK: Beginnings

    private mutating func takePending() {
        if pending.isEmpty { return }
        if pending.count == 1 {
            takeOne(pending[0])
        } else {
            takeTogether()
        }
        pending.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func takeOne(_ sample: StatisticsInterval) {
        advance(to: sample.start)
        note(sample)
        if sample.end > sample.start {
            begin(sample)
        } else {
            takeInstant(sample)
        }
    }

    /// Takes all samples of one start.
    private mutating func takeTogether() {
        pending.sort { a, b in
            if a.end != b.end { return a.end < b.end }
            if a.value != b.value { return a.value < b.value }
            if a.rank != b.rank { return a.rank < b.rank }
            // Of a stretch reported twice the first stays; one that names its zone says more.
            return a.grid > b.grid
        }
        advance(to: pending[0].start)
        var last: StatisticsInterval?
        var instants = 0
        for sample in pending {
            if let last, last.rank == sample.rank, last.end == sample.end, last.value == sample.value,
                sample.end > sample.start
            {
                trace?(.repeated(sample))
                continue
            }
            last = sample
            note(sample)
            if sample.end > sample.start { begin(sample) } else { instants += 1 }
        }
        // They end first, so they stand first; whether they count is known only now that all have begun.
        for index in 0..<instants { takeInstant(pending[index]) }
    }

    /// Counts a sample among those of its bucket.
    @inline(__always)
    private mutating func note(_ sample: StatisticsInterval) {
        let grid = Int(sample.grid)
        if !open[grid].isOpen {
            openBucket(grid, index: open[grid].grid.index(containing: sample.start))
        }
        if isCumulative {
            open[grid].aggregate.started.addToSum(
                start: sample.start, end: sample.end, value: sample.value, count: sample.count)
            return
        }
        let term = BucketAggregate.term(sample.value, style: style)
        if weighsInstants, !(sample.end > sample.start) {
            open[grid].aggregate.weight += Self.instantWeight
            open[grid].aggregate.weighted += Self.instantWeight * sample.value
        }
        open[grid].aggregate.started.add(sample, term: term)
    }

    @inline(__always)
    private mutating func begin(_ sample: StatisticsInterval) {
        var active = Active(
            start: sample.start, value: sample.value, mark: sample.start, count: sample.count, rank: sample.rank,
            grid: sample.grid)
        if isCumulative {
            ranks.begin(sample.rank)
            active.mark = ranks.clock(sample.rank)
        }
        heap.push(active, end: sample.end)
        open[Int(sample.grid)].active += 1
    }

    @inline(__always)
    private mutating func takeInstant(_ sample: StatisticsInterval) {
        guard isCumulative else { return }
        let isCovered = ranks.best < sample.rank
        if !isCovered { open[Int(sample.grid)].aggregate.amount += sample.value }
        trace?(.instant(sample, coveredBy: isCovered ? ranks.best : nil))
    }

    // MARK: Time

    /// Does what is to be done until a time, ends and edges at that time included.
    @inline(__always)
    private mutating func advance(to time: Double) {
        while true {
            let next = min(heap.firstEnd, nextEdge)
            if next > time || next == .infinity { break }
            pass(to: next)
            if heap.firstEnd == next { endFirst() } else { crossEdges(at: next) }
        }
        if time == .infinity {
            // What never ends: buckets without an end, and nothing that goes on.
            for grid in open.indices where open[grid].isOpen { closeBucket(grid) }
        } else {
            pass(to: time)
        }
    }

    @inline(__always)
    private mutating func pass(to time: Double) {
        let seconds = time - now
        guard seconds > 0 else { return }
        if !heap.isEmpty {
            if isCumulative {
                if let trace, ranks.best != .max { trace(.stretch(from: now, to: time, rank: ranks.best)) }
                ranks.advance(seconds)
            }
            if open.count == 1 {
                open[0].aggregate.covered += seconds
            } else {
                for grid in open.indices where open[grid].active > 0 && !(sharesNumbers && isCovered(before: grid)) {
                    open[grid].aggregate.covered += seconds
                }
            }
        }
        now = time
    }

    /// Whether a sample of an earlier grid covers the bucket that is open in a grid.
    private func isCovered(before grid: Int) -> Bool {
        open[..<grid].contains { $0.active > 0 && $0.index == open[grid].index }
    }

    @inline(__always)
    private mutating func endFirst() {
        let end = heap.firstEnd
        let sample = heap.pop()
        reckon(sample, end: end, until: end)
        if isCumulative { ranks.end(sample.rank) }
        open[Int(sample.grid)].active -= 1
    }

    /// Gives a bucket what a sample is due since it was last reckoned up.
    @inline(__always)
    private mutating func reckon(_ sample: Active, end: Double, until time: Double) {
        let grid = Int(sample.grid)
        if isCumulative {
            let share = ranks.clock(sample.rank) - sample.mark
            let duration = end - sample.start
            // A sample that counts whole counts exactly what it says.
            open[grid].aggregate.amount += share == duration ? sample.value : sample.value * share / duration
        } else if style != .discreteArithmetic {
            let seconds = time - sample.mark
            open[grid].aggregate.weight += seconds
            open[grid].aggregate.weighted += seconds * BucketAggregate.term(sample.value, style: style)
        }
    }

    // MARK: Buckets

    private mutating func openBucket(_ grid: Int, index: Int) {
        // Beyond the limit there are no more edges, so that the sweep comes to an end.
        let bounds = isOverLimit ? (-.infinity, .infinity) : open[grid].grid.bounds(of: index)
        open[grid].index = index
        open[grid].start = bounds.start
        open[grid].end = bounds.end
        open[grid].isOpen = true
        if bounds.end < nextEdge { nextEdge = bounds.end }
    }

    private mutating func closeBucket(_ grid: Int) {
        if output.count < outputLimit {
            output.append(
                Output(grid: grid, index: open[grid].index, end: open[grid].end, aggregate: open[grid].aggregate))
        } else {
            isOverLimit = true
        }
        open[grid].aggregate = BucketAggregate()
        open[grid].isOpen = false
    }

    /// Ends the buckets that end at a time, and begins those that samples reach on into.
    private mutating func crossEdges(at time: Double) {
        let style = style
        nextEdge = .infinity
        for grid in open.indices where open[grid].isOpen {
            guard open[grid].end <= time else {
                nextEdge = min(nextEdge, open[grid].end)
                continue
            }
            guard open[grid].active > 0 else {
                closeBucket(grid)
                continue
            }
            // What goes on is few; a copy lets it be read while the buckets change.
            var heap = self.heap
            self.heap = EndHeap()
            heap.forEach({ sample, end in
                guard Int(sample.grid) == grid else { return }
                reckon(sample, end: end, until: time)
                sample.mark = isCumulative ? ranks.clock(sample.rank) : time
            })
            closeBucket(grid)
            openBucket(grid, index: open[grid].grid.index(containing: time))
            heap.forEach({ sample, end in
                guard Int(sample.grid) == grid else { return }
                if isCumulative {
                    open[grid].aggregate.carried.addToSum(
                        start: sample.start, end: end, value: sample.value, count: sample.count)
                } else {
                    open[grid].aggregate.carried.add(
                        start: sample.start, end: end, value: sample.value, count: sample.count,
                        term: BucketAggregate.term(sample.value, style: style))
                }
            })
            self.heap = heap
        }
    }

    /// The figures of all buckets that have samples, for samples that are all at hand, in any order.
    /// - Parameters:
    ///   - intervals: the samples.
    ///   - style: how the type is aggregated.
    ///   - grid: the buckets.
    public static func figures(
        _ intervals: [StatisticsInterval], style: HKQuantityAggregationStyle, grid: any BucketGrid
    ) -> [BucketFigures] {
        var sweep = IntervalSweep(style: style, grids: [grid])
        sweep.add(intervals.sorted { $0.start < $1.start })
        sweep.finish()
        return sweep.takeBuckets()
    }
}
