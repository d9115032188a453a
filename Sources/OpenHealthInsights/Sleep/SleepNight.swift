// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A stretch of sleep on the clocks of the place where the person was.
public struct SleepStretch: Sendable, Hashable {
    /// The beginning: the seconds from 1970-01-01 00:00 that clocks there showed.
    public let start: Double
    /// The end, on the same clocks.
    public let end: Double

    /// Creates a stretch; an end before the beginning makes it empty.
    public init(start: Double, end: Double) {
        self.start = start
        self.end = max(start, end)
    }

    /// The length in seconds.
    public var length: Double { end - start }
}

/// The sleep of one night: from 18:00 to 18:00 of the day on which the night ends.
public struct SleepNight: Sendable, Hashable {
    /// The hour at which a night begins, on the day before.
    static let evening = 18.0 * 3600
    /// The longest time awake within the main sleep, in seconds.
    static let longestPause = 90.0 * 60

    /// The number of the day on which the night ends.
    public let day: Int
    /// The stretches of sleep, in order and apart from one another.
    public let stretches: [SleepStretch]
    /// The main sleep: the stretches with the most sleep among those without more than 90 minutes awake between them.
    public let main: SleepStretch

    /// The seconds of sleep, naps included.
    public var asleep: Double { stretches.reduce(0) { $0 + $1.length } }

    /// Divides sleep into nights.
    /// - Parameter stretches: the stretches in any order; they may overlap.
    /// - Returns: the nights with sleep, in order.
    public static func nights(of stretches: [SleepStretch]) -> [SleepNight] {
        var byDay: [Int: [SleepStretch]] = [:]
        for stretch in merged(stretches) where stretch.length > 0 && stretch.start.isFinite && stretch.end.isFinite {
            guard stretch.start.magnitude < 1e12, stretch.length < 1e7 else { continue }
            var start = stretch.start
            while start < stretch.end {
                // checked: within 1e12 seconds
                let day = Int(((start - evening) / 86_400).rounded(.down)) + 1
                let end = min(stretch.end, Double(day) * 86_400 + evening)
                byDay[day, default: []].append(SleepStretch(start: start, end: end))
                start = end
            }
        }
        return byDay.keys.sorted().compactMap { day in
            let stretches = byDay[day] ?? []
            return main(of: stretches).map { SleepNight(day: day, stretches: stretches, main: $0) }
        }
    }

    /// Returns stretches in order, with those that touch or overlap put together.
    private static func merged(_ stretches: [SleepStretch]) -> [SleepStretch] {
        stretches.sorted { $0.start < $1.start }.reduce(into: []) { merged, stretch in
            if let last = merged.last, stretch.start <= last.end {
                merged[merged.count - 1] = SleepStretch(start: last.start, end: max(last.end, stretch.end))
            } else {
                merged.append(stretch)
            }
        }
    }

    private static func main(of stretches: [SleepStretch]) -> SleepStretch? {
        var best: (stretch: SleepStretch, asleep: Double)?
        var current: (stretch: SleepStretch, asleep: Double)?
        for stretch in stretches {
            if let open = current, stretch.start - open.stretch.end <= longestPause {
                current = (
                    SleepStretch(start: open.stretch.start, end: stretch.end), open.asleep + stretch.length
                )
            } else {
                current = (stretch, stretch.length)
            }
            if let current, current.asleep > best?.asleep ?? 0 { best = current }
        }
        return best?.stretch
    }
}
