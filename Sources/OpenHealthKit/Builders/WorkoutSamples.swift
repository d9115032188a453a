// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// The samples of a workout that is being recorded, and their statistics.
struct WorkoutSamples: Sendable {
    /// The samples in the order in which they were added.
    private(set) var all: [HKSample] = []
    private var known: Set<UUID> = []
    private var byType: [HKQuantityType: [HKQuantitySample]] = [:]

    /// The quantity types of the samples.
    var quantityTypes: [HKQuantityType] { Array(byType.keys) }

    /// Adds samples and returns those that are new.
    mutating func add(_ samples: [HKSample]) -> [HKSample] {
        let new = samples.filter { known.insert($0.uuid).inserted }
        all += new
        for case let sample as HKQuantitySample in new { byType[sample.quantityType, default: []].append(sample) }
        return new
    }

    /// Removes samples and returns whether there were any.
    mutating func remove(_ uuids: Set<UUID>) -> Bool {
        guard !known.isDisjoint(with: uuids) else { return false }
        known.subtract(uuids)
        all.removeAll { uuids.contains($0.uuid) }
        byType = byType.mapValues { $0.filter { !uuids.contains($0.uuid) } }.filter { !$0.value.isEmpty }
        return true
    }

    /// Returns the start date of the last sample of a type.
    func lastStart(of type: HKQuantityType) -> Date? { byType[type]?.map(\.startDate).max() }

    // MARK: Statistics

    /// Returns the statistics of one type by the same rules as those of the database: overlapping samples are counted once.
    /// - Parameters:
    ///   - start: The start date of the workout.
    ///   - end: The end date of the workout, or nil while it is in progress.
    func statistics(for type: HKQuantityType, from start: Date, to end: Date?) -> HKStatistics? {
        guard let samples = byType[type], let last = samples.map(\.endDate).max() else { return nil }
        let end = end ?? max(start, last)
        // A cumulative sample counts in full even if it ends after the workout; a discrete value applies only until its end.
        let grid =
            type.aggregationStyle == .cumulative
            ? SingleBucket() : SingleBucket(end: end.timeIntervalSince1970.nextUp)
        return Self.statistics(samples, type, from: start, to: end, grid: grid)
    }

    /// Returns the statistics of one type within a part of the workout: a sample that crosses a boundary counts in proportion.
    func statistics(for type: HKQuantityType, within part: DateInterval) -> HKStatistics? {
        let grid = SingleBucket(
            start: part.start.timeIntervalSince1970, end: part.end.timeIntervalSince1970.nextUp)
        return Self.statistics(byType[type] ?? [], type, from: part.start, to: part.end, grid: grid)
    }

    private static func statistics(
        _ samples: [HKQuantitySample], _ type: HKQuantityType, from start: Date, to end: Date, grid: SingleBucket
    ) -> HKStatistics? {
        var ranks: [String: Int32] = [:]
        let unit = type.canonicalUnit
        let intervals = samples.map { sample in
            let source = sample.sourceRevision.source.bundleIdentifier
            let rank = ranks[source] ?? Int32(ranks.count)
            ranks[source] = rank
            return StatisticsInterval(
                start: sample.startDate.timeIntervalSince1970, end: sample.endDate.timeIntervalSince1970,
                value: sample.quantity.exactValue(in: unit), count: Int32(clamping: sample.count), rank: rank)
        }
        let bucket = IntervalSweep.figures(intervals, style: type.aggregationStyle, grid: grid)
            .first { $0.index == 0 }
        guard var figures = bucket?.figures else { return nil }
        // The quantity of a series is its average, so the extremes are those of its readings.
        for case let series as HKDiscreteQuantitySample in samples where series.count > 1 {
            guard series.endDate.timeIntervalSince1970 >= grid.start, series.startDate.timeIntervalSince1970 < grid.end
            else { continue }
            figures.minimum = figures.minimum.map { min($0, series.minimumQuantity.exactValue(in: unit)) }
            figures.maximum = figures.maximum.map { max($0, series.maximumQuantity.exactValue(in: unit)) }
        }
        func quantity(_ value: Double?) -> HKQuantity? { value.map { HKQuantity(unit: unit, doubleValue: $0) } }
        let latest = figures.mostRecent
        let latestStart = Date(timeIntervalSince1970: latest.start)
        return HKStatistics(
            quantityType: type, startDate: start, endDate: end,
            figures: HKStatisticsFigures(
                average: quantity(figures.average), minimum: quantity(figures.minimum),
                maximum: quantity(figures.maximum), sum: quantity(figures.sum), mostRecent: quantity(latest.value),
                mostRecentInterval: DateInterval(
                    start: latestStart, end: max(latestStart, Date(timeIntervalSince1970: latest.end))),
                duration: HKQuantity(unit: .second(), doubleValue: figures.duration)))
    }

    // MARK: Zones

    /// The longest time, in seconds, for which a value applies after the end of its sample. At rest, a watch measures the heart
    /// rate every few minutes; after ten minutes without a value it was taken off.
    private static let maximumReadingLength = 600.0

    /// Returns the time spent in each zone, without pauses. A value applies until the next one begins, but for at most ten
    /// minutes after its end. Zones depend on the time between readings; averages weigh readings as described in `IntervalSweep`.
    func zoneGroup(
        _ zones: HKWorkoutZoneConfiguration, from start: Date, to end: Date, events: [HKWorkoutEvent]
    ) -> HKWorkoutZoneGroup? {
        guard let samples = byType[zones.quantityType], end > start else { return nil }
        let sorted = samples.sorted { ($0.startDate, $0.endDate) < ($1.startDate, $1.endDate) }
        var durations = [TimeInterval](repeating: 0, count: zones.zones.count)
        for (index, sample) in sorted.enumerated() {
            let next = index + 1 < sorted.count ? sorted[index + 1].startDate : .distantFuture
            let from = max(sample.startDate, start)
            let until = min(next, sample.endDate.addingTimeInterval(Self.maximumReadingLength), end)
            guard until > from, let zone = zones.place(of: sample.quantity) else { continue }
            durations[zone] += HKWorkoutPauses.activeDuration(from: from, to: until, events: events)
        }
        return HKWorkoutZoneGroup(configuration: zones, durations: durations)
    }

    /// Returns the index of the zone that contains the latest value of a type.
    func latestZone(_ zones: HKWorkoutZoneConfiguration) -> Int? {
        let latest = byType[zones.quantityType]?.max { ($0.startDate, $0.endDate) < ($1.startDate, $1.endDate) }
        return latest.flatMap { zones.place(of: $0.quantity) }
    }
}

extension HKWorkoutZoneConfiguration {
    /// Returns the index of the zone that contains a value, or nil if there is none.
    fileprivate func place(of quantity: HKQuantity) -> Int? {
        zones.lastIndex { zone in
            guard let minimum = zone.minimum else { return true }
            return quantity.is(compatibleWith: minimum.originalUnit) && quantity.compare(minimum) != .orderedAscending
        }
    }
}
