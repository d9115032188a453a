// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The statistics of a bucket of a grid.
public struct BucketFigures: Sendable, Hashable {
    /// The index of the grid among those of the sweep.
    public var grid: Int
    /// The number of the bucket in its grid.
    public var index: Int
    /// The statistics.
    public var figures: StatisticsFigures
}

extension BucketFigures {
    /// Creates the statistics of a bucket from its samples.
    package init(grid: Int = 0, index: Int, _ aggregate: BucketAggregate, style: HKQuantityAggregationStyle) {
        self.init(grid: grid, index: index, figures: aggregate.figures(style: style))
    }
}

/// A single pass over samples in order of their start dates, which returns the statistics of each bucket.
///
/// Memory use depends on the number of overlapping samples and of buckets that have not been taken, not on the range.
/// Each sample takes O(log n) for n samples that overlap it, and each edge of a bucket O(n).
///
/// **Sums.** At each moment, the best-ranked source with a sample counts, with all its samples that contain the moment.
/// Overlapping samples of one source are distinct measurements (two apps of one watch, two dishes of a meal) and are added.
/// However, a sample with the same source, start, end and value as another is a duplicate and counts once: the same seven
/// minutes are not walked twice. Equal samples of foods and drinks are two portions of one meal, and both count
/// (`EventRule`). A sample counts in proportion to the part of its time in which its source counted, bucket by bucket. A
/// sample without duration is an event: it counts in full unless a better source has a sample that contains the moment, and
/// equal events are distinct. Short samples of foods, drinks and insulin are events as well, which other sources do not cover. Basal
/// and bolus insulin do not cover each other. See `EventRule`.
///
/// **Averages.** A sample belongs to every bucket that it overlaps.
/// - Arithmetic: The mean of the samples' values.
/// - Time-weighted: The weight of a sample is its time in the bucket in seconds, even if it starts before or ends after the
///   bucket. The weight of an instant is one second (``instantWeight``), so that instants alone have their arithmetic mean.
///   A value does not extend beyond its sample. HealthKit names the rule for heart rates (`discreteTemporallyWeighted`,
///   values integrated over time) without specifying the weight of a reading without duration. If such a reading extended
///   to the next reading, the mean would depend on the assumed duration of the last one. Readings of 60, 80 and 100 a
///   minute apart have the mean 80 here, as the tests of most programs that use HealthKit expect.
/// - Equivalent continuous level: The level of the steady sound with the same energy, `10·log10(Σ wᵢ·10^(Lᵢ/10) / Σ wᵢ)`
///   (IEC 61672-1, time-averaged sound level), weighted by the time in the bucket, or by readings if no sample has a duration.
public struct IntervalSweep {
    /// The weight of an instant in a time-weighted mean, in seconds; small compared to samples with a duration.
    public static let instantWeight = 1.0

    /// A complete bucket.
    package struct Output {
        package var grid: Int
        package var index: Int
        package var end: Double
        package var aggregate: BucketAggregate
    }

    /// A current sample.
    private struct Active {
        var start: Double
        var value: Double
        /// The clock at the last accounting of the sample: the clock of its rank for sums, the time otherwise. For events, the time
        /// advanced by the seconds that do not count.
        var mark: Double
        var count: Int32
        var rank: Int32
        var grid: Int32
        var purpose = StatisticsInterval.Purpose.unknown
        /// Whether the sample is an event, for sums.
        var isEvent = false
        /// Whether events of worse sources do not count during the sample.
        var isTotal = false
    }

    /// The open bucket of a grid.
    private struct Open {
        let grid: any BucketGrid
        var index = 0
        var start = -Double.infinity
        var end = -Double.infinity
        var isOpen = false
        /// The number of current samples of the grid.
        var active = 0
        var aggregate = BucketAggregate()
    }

    private let style: HKQuantityAggregationStyle
    private let isCumulative: Bool
    private let weighsInstants: Bool
    private let events: EventRule
    private let trace: ((SweepEvent) -> Void)?
    private var open: ContiguousArray<Open>
    private var heap = EndHeap<Active>()
    /// The current samples except events, for sums.
    private var ranks: PurposeRanks
    /// Those that contain the events of worse sources.
    private var totals = SourceRanks()
    private var now = -Double.infinity
    /// The earliest end of an open bucket.
    private var nextEdge = Double.infinity
    /// The samples with the latest start, to which more can be added.
    private var pending: [StatisticsInterval] = []
    private var output: [Output] = []
    /// Whether buckets with the same number in different grids are one bucket.
    private let sharesNumbers: Bool
    /// The maximum number of buckets that have not been taken. If there are more, they are dropped and ``isOverLimit`` is `true`.
    package var outputLimit = Int.max
    /// Whether the limit was exceeded, which makes the results of the sweep incomplete.
    package private(set) var isOverLimit = false

    /// Creates a sweep.
    /// - Parameters:
    ///   - style: The aggregation style of the type.
    ///   - grids: The buckets; ``StatisticsInterval/grid`` is the index of a sample's grid. Sources are merged across all
    ///     grids.
    public init(style: HKQuantityAggregationStyle, grids: [any BucketGrid]) {
        self.init(style: style, grids: grids, trace: nil)
    }

    /// - Parameters:
    ///   - sharesNumbers: Whether buckets with the same number in all grids are parts of one bucket, whose time is covered once
    ///     even
    ///     if samples of two grids cover it.
    ///   - events: The rule for events and equal samples.
    ///   - trace: A closure that receives the events of the sweep.
    package init(
        style: HKQuantityAggregationStyle, grids: [any BucketGrid], sharesNumbers: Bool = false,
        events: EventRule = .measurements, trace: ((SweepEvent) -> Void)? = nil
    ) {
        self.sharesNumbers = sharesNumbers && grids.count > 1
        self.style = style
        isCumulative = style == .cumulative
        weighsInstants = style == .discreteTemporallyWeighted
        self.events = events
        self.trace = trace
        ranks = PurposeRanks(for: events)
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

    /// Advances to a time before which no more samples start, so that the buckets up to then can be taken. Otherwise, a
    /// sample that lasts for years would create too many buckets at once.
    package mutating func goOn(to time: Double) {
        if let first = pending.first, first.start < time { takePending() }
        advance(to: time)
    }

    /// Ends the pass: no more samples can be added, and all buckets are complete.
    public mutating func finish() {
        takePending()
        advance(to: .infinity)
    }

    /// Returns the buckets with samples that have been completed since the last call, in order of their end.
    public mutating func takeBuckets() -> [BucketFigures] {
        takeOutput().map { output in
            BucketFigures(grid: output.grid, index: output.index, output.aggregate, style: style)
        }
    }

    /// Passes the complete buckets to a closure, like ``takeOutput()`` but without an array.
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

    /// Processes all samples with the same start.
    private mutating func takeTogether() {
        pending.sort { a, b in
            if a.end != b.end { return a.end < b.end }
            if a.value != b.value { return a.value < b.value }
            if a.rank != b.rank { return a.rank < b.rank }
            if a.purpose != b.purpose { return a.purpose != .unknown && (b.purpose == .unknown || a.purpose == .basal) }
            // Of duplicates, the first is kept; the one with its own time zone contains more information.
            return a.grid > b.grid
        }
        advance(to: pending[0].start)
        var last: StatisticsInterval?
        var instants = 0
        for sample in pending {
            if let last, last.rank == sample.rank, last.end == sample.end, last.value == sample.value,
                sample.end > sample.start, !events.keepsEqual, isRepeat(sample, of: last.purpose)
            {
                trace?(.repeated(sample))
                continue
            }
            last = sample
            note(sample)
            if sample.end > sample.start { begin(sample) } else { instants += 1 }
        }
        // Instants are sorted first because they end first. Whether they count is only known after all samples have started.
        for index in 0..<instants { takeInstant(pending[index]) }
    }

    /// Returns whether a sample with the source, dates and value of a sample of a purpose is the same.
    private func isRepeat(_ sample: StatisticsInterval, of purpose: StatisticsInterval.Purpose) -> Bool {
        !events.hasPurposes || sample.purpose == purpose || sample.purpose == .unknown
    }

    /// Counts a sample in its bucket.
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
            grid: sample.grid, purpose: sample.purpose)
        if isCumulative {
            active.isEvent = events.isEvent(sample)
            if !active.isEvent {
                ranks.begin(sample.rank, sample.purpose)
                active.mark = ranks.clock(sample.rank, sample.purpose)
                active.isTotal = events.isTotal(sample)
                if active.isTotal { totals.begin(sample.rank) }
            }
        }
        heap.push(active, end: sample.end)
        open[Int(sample.grid)].active += 1
    }

    @inline(__always)
    private mutating func takeInstant(_ sample: StatisticsInterval) {
        guard isCumulative else { return }
        let best = events.isEvent(sample) ? totals.best : ranks.best(for: sample.purpose)
        let isCovered = best < sample.rank
        if !isCovered { open[Int(sample.grid)].aggregate.amount += sample.value }
        trace?(.instant(sample, coveredBy: isCovered ? best : nil))
    }

    // MARK: Time

    /// Processes all ends and edges up to a time, inclusive.
    @inline(__always)
    private mutating func advance(to time: Double) {
        while true {
            let next = min(heap.firstEnd, nextEdge)
            if next > time || next == .infinity { break }
            pass(to: next)
            if heap.firstEnd == next { endFirst() } else { crossEdges(at: next) }
        }
        if time == .infinity {
            // Closes the buckets without an end.
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
                traceStretches(to: time)
                ranks.advance(seconds)
                if totals.best != .max { leaveOutEvents(for: seconds) }
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

    @inline(__always)
    private func traceStretches(to time: Double) {
        guard let trace else { return }
        for purpose in ranks.purposes {
            let best = ranks.best(for: purpose)
            if best != .max { trace(.stretch(from: now, to: time, rank: best, purpose)) }
        }
    }

    /// Leaves out the events that a total of a better source contains, for some seconds.
    private mutating func leaveOutEvents(for seconds: Double) {
        let best = totals.best
        heap.forEach({ sample, _ in
            if sample.isEvent, sample.rank > best { sample.mark += seconds }
        })
    }

    /// Returns whether a sample of an earlier grid covers the open bucket of a grid.
    private func isCovered(before grid: Int) -> Bool {
        open[..<grid].contains { $0.active > 0 && $0.index == open[grid].index }
    }

    @inline(__always)
    private mutating func endFirst() {
        let end = heap.firstEnd
        let sample = heap.pop()
        reckon(sample, end: end, until: end)
        if isCumulative, !sample.isEvent {
            ranks.end(sample.rank, sample.purpose)
            if sample.isTotal { totals.end(sample.rank) }
        }
        open[Int(sample.grid)].active -= 1
    }

    /// Adds the contribution of a sample since its last accounting to its bucket.
    @inline(__always)
    private mutating func reckon(_ sample: Active, end: Double, until time: Double) {
        let grid = Int(sample.grid)
        if isCumulative {
            let share = (sample.isEvent ? time : ranks.clock(sample.rank, sample.purpose)) - sample.mark
            let duration = end - sample.start
            // A sample that counts in full contributes its exact value.
            let amount = share == duration ? sample.value : sample.value * share / duration
            open[grid].aggregate.amount += amount
            if sample.isEvent, let trace {
                var event = StatisticsInterval(
                    start: sample.start, end: end, value: sample.value, count: sample.count, rank: sample.rank,
                    grid: sample.grid)
                event.purpose = sample.purpose
                trace(.event(event, until: time, amount: amount))
            }
        } else if style != .discreteArithmetic {
            let seconds = time - sample.mark
            open[grid].aggregate.weight += seconds
            open[grid].aggregate.weighted += seconds * BucketAggregate.term(sample.value, style: style)
        }
    }

    // MARK: Buckets

    private mutating func openBucket(_ grid: Int, index: Int) {
        // Above the limit, buckets have no more edges, so that the sweep ends.
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

    /// Closes the buckets that end at a time, and opens the next buckets of current samples.
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
            // There are few current samples, so a copy is cheap and can be read while the buckets change.
            var heap = self.heap
            self.heap = EndHeap()
            heap.forEach({ sample, end in
                guard Int(sample.grid) == grid else { return }
                reckon(sample, end: end, until: time)
                sample.mark = isCumulative && !sample.isEvent ? ranks.clock(sample.rank, sample.purpose) : time
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

    /// Returns the statistics of all buckets with samples, for an array of samples in any order.
    /// - Parameters:
    ///   - intervals: The samples.
    ///   - style: The aggregation style of the type.
    ///   - grid: The buckets.
    public static func figures(
        _ intervals: [StatisticsInterval], style: HKQuantityAggregationStyle, grid: any BucketGrid
    ) -> [BucketFigures] {
        var sweep = IntervalSweep(style: style, grids: [grid])
        sweep.add(intervals.sorted { $0.start < $1.start })
        sweep.finish()
        return sweep.takeBuckets()
    }
}
