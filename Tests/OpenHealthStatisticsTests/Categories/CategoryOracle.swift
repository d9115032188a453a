// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics

/// A slow and simple reference implementation of durations of category values, which counts whole seconds.
struct CategoryOracle {
    var samples: [CategoryInterval]
    var isSleep: Bool

    init(_ intervals: [CategoryInterval], isSleep: Bool) {
        self.isSleep = isSleep
        samples = []
        for interval in intervals {
            if interval.end > interval.start, samples.contains(interval) { continue }
            samples.append(interval)
        }
    }

    /// Returns the sample to which the second from `second` to `second + 1` belongs.
    func owner(of second: Int) -> CategoryInterval? {
        var left = samples.filter { $0.start <= Double(second) && Double(second) < $0.end }
        if isSleep, left.contains(where: { $0.value != HKCategoryValueSleepAnalysis.inBed.rawValue }) {
            left.removeAll { $0.value == HKCategoryValueSleepAnalysis.inBed.rawValue }
        }
        let best = left.map(\.rank).min()
        left.removeAll { $0.rank != best }
        if isSleep {
            let finest = left.map { fineness($0.value) }.max()
            left.removeAll { fineness($0.value) != finest }
        }
        let latest = left.map(\.start).max()
        left.removeAll { $0.start != latest }
        let soonest = left.map(\.end).min()
        left.removeAll { $0.end != soonest }
        return left.max { $0.value < $1.value }
    }

    private func fineness(_ value: Int) -> Int {
        switch HKCategoryValueSleepAnalysis(rawValue: value) {
        case .inBed: 0
        case .asleepUnspecified: 1
        case .awake: 2
        case .asleepCore, .asleepDeep, .asleepREM: 3
        case nil: 3
        }
    }

    /// Returns the result of the bucket between two seconds; `nil` if no sample overlaps it.
    func bucket(index: Int, from start: Int, to end: Int) -> CategoryBucket? {
        var values: [CategoryValueDuration] = []
        for value in Set(samples.map(\.value)).sorted() {
            let own = samples.filter { $0.value == value }
            let count = own.count {
                $0.start == $0.end
                    ? $0.start >= Double(start) && $0.start < Double(end)
                    : max($0.start, Double(start)) < min($0.end, Double(end))
            }
            if count == 0 { continue }
            var duration = 0
            var reported = 0
            for second in start..<end {
                if owner(of: second)?.value == value { duration += 1 }
                if own.contains(where: { $0.start <= Double(second) && Double(second) < $0.end }) { reported += 1 }
            }
            values.append(
                CategoryValueDuration(
                    value: value, duration: Double(duration), reported: Double(reported), count: count))
        }
        if values.isEmpty { return nil }
        let covered = (start..<end).count { owner(of: $0) != nil }
        return CategoryBucket(index: index, values: values, covered: Double(covered))
    }

    /// Returns the owners of the seconds between two, with equal neighbours joined.
    func stretches(from start: Int, to end: Int) -> [CategoryTimeline.Stretch] {
        var stretches: [CategoryTimeline.Stretch] = []
        for second in start..<end {
            guard let owner = owner(of: second) else { continue }
            if let last = stretches.last, last.end == Double(second), last.value == owner.value,
                last.rank == owner.rank
            {
                stretches[stretches.count - 1].end += 1
            } else {
                stretches.append(
                    .init(start: Double(second), end: Double(second + 1), value: owner.value, rank: owner.rank))
            }
        }
        return stretches
    }
}
