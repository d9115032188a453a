// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// The samples of a workout that is gathered, and the figures over them.
struct WorkoutSamples: Sendable {
    /// In the order in which they were added.
    private(set) var all: [HKSample] = []
    private var known: Set<UUID> = []
    private var byType: [HKQuantityType: [HKQuantitySample]] = [:]

    /// The types that there are samples of.
    var quantityTypes: [HKQuantityType] { Array(byType.keys) }

    /// Adds samples; gives those that are new.
    mutating func add(_ samples: [HKSample]) -> [HKSample] {
        let new = samples.filter { known.insert($0.uuid).inserted }
        all += new
        for case let sample as HKQuantitySample in new { byType[sample.quantityType, default: []].append(sample) }
        return new
    }

    /// Takes samples out; says whether there were some.
    mutating func remove(_ uuids: Set<UUID>) -> Bool {
        guard !known.isDisjoint(with: uuids) else { return false }
        known.subtract(uuids)
        all.removeAll { uuids.contains($0.uuid) }
        byType = byType.mapValues { $0.filter { !uuids.contains($0.uuid) } }.filter { !$0.value.isEmpty }
        return true
    }

    /// When the last sample of a type begins.
    func lastStart(of type: HKQuantityType) -> Date? { byType[type]?.map(\.startDate).max() }

    // MARK: Statistics

    /// The figures of one type, by the same rules as those of the whole database: each moment counts once.
    /// - Parameters:
    ///   - start: the beginning of the workout.
    ///   - end: its end; nil while it goes on.
    func statistics(for type: HKQuantityType, from start: Date, to end: Date?) -> HKStatistics? {
        guard let samples = byType[type], let last = samples.map(\.endDate).max() else { return nil }
        let end = end ?? max(start, last)
        // An amount counts whole, though it may reach beyond the end; a value stands no longer than until then.
        let grid =
            type.aggregationStyle == .cumulative
            ? SingleBucket() : SingleBucket(end: end.timeIntervalSince1970.nextUp)
        return Self.statistics(samples, type, from: start, to: end, grid: grid)
    }

    /// The figures of one type within a part of the workout: a sample that crosses an edge counts in proportion.
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
        // The value of a series is its average; its extremes are its own.
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

    /// The longest time, in seconds, that a value stands for beyond the end of its sample. A watch measures the heart rate every
    /// few minutes at rest; after ten it was taken off.
    private static let maximumReadingLength = 600.0

    /// The time in each zone, without pauses. A value stands until the next one begins, but for at most ten minutes after
    /// its end. Zones need the time between readings; averages weigh readings as `IntervalSweep` says.
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
        return HKWorkoutZoneGroup(
            configuration: zones,
            zoneDurations: zip(zones.zones, durations).map { HKWorkoutZoneDuration(zone: $0, duration: $1) })
    }

    /// The place of the zone in which the last value of a type lies.
    func latestZone(_ zones: HKWorkoutZoneConfiguration) -> Int? {
        let latest = byType[zones.quantityType]?.max { ($0.startDate, $0.endDate) < ($1.startDate, $1.endDate) }
        return latest.flatMap { zones.place(of: $0.quantity) }
    }
}

extension HKWorkoutZoneConfiguration {
    /// The place of the zone that a value lies in; nil where there is none.
    fileprivate func place(of quantity: HKQuantity) -> Int? {
        zones.lastIndex { zone in
            guard let minimum = zone.minimum else { return true }
            return quantity.is(compatibleWith: minimum.originalUnit) && quantity.compare(minimum) != .orderedAscending
        }
    }
}
