// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The readings of sleep of a push that have neither an identifier nor a session, such as the phases that Health Auto Export sends one by
/// one. Readings of one source without longer gaps are a night.
struct PushedNights {
    /// The readings that are compared with each other: those of one source, in bed or not.
    struct Key: Hashable {
        var source: ContentHash
        var isInBed: Bool

        /// - Parameter value: The value of a reading.
        init(_ source: ContentHash, value: Double) {
            self.source = source
            isInBed = value == Double(HKCategoryValueSleepAnalysis.inBed.rawValue)
        }
    }

    /// A reading of a push.
    struct Reading {
        /// The index of the provenance in the push.
        var provenance: Int32
        var start: Double
        var end: Double
        /// The value; NaN if it is unknown.
        var value: Double
    }

    /// The type of the readings.
    static let type = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
    /// The maximum number of readings of a push that are compared in this way. It bounds the memory of a push; further readings are samples.
    private static let maximumReadings = 200_000
    /// The maximum duration of a reading, in seconds.
    static let longestReading = 7 * 86_400.0

    private(set) var readings: [Reading] = []
    private var hasTooMany = false

    /// Adds the readings of a batch.
    mutating func add(_ batch: PushedBatch) {
        guard !hasTooMany, let type = batch.samples.newTypes.firstIndex(of: Self.type) else { return }
        for (index, row) in batch.samples.rows.enumerated() where Int(row.type) == type {
            let position = Int32(index)
            guard batch.uuids[position] == nil, batch.rowSessions[position] == nil, row.end > row.start,
                row.end - row.start <= Self.longestReading
            else { continue }
            guard readings.count < Self.maximumReadings else {
                (readings, hasTooMany) = ([], true)
                return
            }
            readings.append(
                Reading(provenance: row.provenance, start: row.start, end: row.end, value: row.value))
        }
    }
}

/// A night: readings of one source without longer gaps.
struct NightOfReadings {
    /// A reading of a night.
    struct Part {
        var start: Double
        var end: Double
        /// The value; NaN if it is unknown.
        var value: Double
        /// The stored sample; nil for a reading of a push.
        var row: StoredRow?

        fileprivate var dates: Dates { Dates(start: start.rounded(.down), end: end.rounded(.down)) }
    }

    /// The dates of a reading, in whole seconds.
    fileprivate struct Dates: Hashable {
        var start: Double
        var end: Double
    }

    /// Readings that are searched by their dates.
    struct Index {
        private var values: [Dates: Set<Double>] = [:]
        /// The dates of readings whose values are unknown.
        private var unknown: Set<Dates> = []

        init(_ nights: some Sequence<NightOfReadings>) {
            for night in nights {
                for part in night.parts {
                    values[part.dates, default: []].formUnion(part.value.isNaN ? [] : [part.value])
                    if part.value.isNaN { unknown.insert(part.dates) }
                }
            }
        }

        /// Returns whether there is a reading with the same dates.
        func hasDates(of part: Part) -> Bool { values[part.dates] != nil }

        /// Returns whether there is a reading with the same dates and the same value, if both are known.
        func contains(_ part: Part) -> Bool {
            guard let values = values[part.dates] else { return false }
            return part.value.isNaN || unknown.contains(part.dates) || values.contains(part.value)
        }
    }

    /// The time between two nights, in seconds.
    private static let longestGap = 3600.0
    /// The maximum difference of two dates of the same time, in seconds.
    private static let sameTime = 60.0

    private(set) var start: Double
    private(set) var end: Double
    private(set) var parts: [Part]

    var duration: Double { end - start }

    /// Returns the nights of readings of one source, in order.
    static func nights(_ parts: [Part]) -> [NightOfReadings] {
        var nights: [NightOfReadings] = []
        for part in parts.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            if let last = nights.indices.last, part.start - nights[last].end <= longestGap {
                nights[last].parts.append(part)
                nights[last].end = max(nights[last].end, part.end)
            } else {
                nights.append(NightOfReadings(start: part.start, end: part.end, parts: [part]))
            }
        }
        return nights
    }

    /// Returns the duration that the night has in common with a period, in seconds; at least 0.
    func overlap(_ start: Double, _ end: Double) -> Double { max(0, min(self.end, end) - max(self.start, start)) }

    /// Whether the night has phases of sleep.
    private var hasPhases: Bool {
        let phases: [HKCategoryValueSleepAnalysis] = [.asleepCore, .asleepDeep, .asleepREM]
        return parts.contains { part in phases.contains { Double($0.rawValue) == part.value } }
    }

    /// Returns whether the night is a stored one without its phases.
    func isSummary(of old: NightOfReadings) -> Bool {
        guard parts.count == 1, let part = parts.first,
            part.value == Double(HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue)
        else { return false }
        return part.dates == Part(start: old.start, end: old.end, value: part.value).dates && old.hasPhases
    }

    /// Returns whether a night that covers at most half of a stored one is an earlier version of it or a nap in it: it lies where the stored one
    /// has readings, and none of these has its dates.
    /// - Parameter readings: The readings of the stored night.
    func isOutdated(by old: NightOfReadings, _ readings: Index) -> Bool {
        guard start >= old.start - Self.sameTime, end <= old.end + Self.sameTime,
            !parts.contains(where: readings.hasDates)
        else { return false }
        let covered = old.parts.reduce(0) { $0 + overlap($1.start, $1.end) }
        return 2 * covered > duration
    }

    /// Returns the positions of the readings of a stored night that its later version does not replace although the push lacks them.
    ///
    /// These are readings on the other side of midnight, if the nights of the push begin or end when a stored reading does: the period of a
    /// push can be a day. Others are before the nights of the push, and were stored after the readings that contradict it, so that they are of
    /// a later push, such as the first part of the same version.
    /// - Parameters:
    ///   - others: The readings that the push lacks.
    ///   - contradicted: Those that overlap new readings of the push.
    func kept(
        _ others: [Part], contradicted: [Part], from first: Self, to last: Self, _ calendar: Calendar
    ) -> Set<Int64> {
        let beginsAsStored = parts.contains { $0.start.rounded(.down) == first.start.rounded(.down) }
        let endsAsStored = parts.contains { $0.end.rounded(.down) == last.end.rounded(.down) }
        let firstMidnight = Self.midnight(first.start, calendar)
        let newest = contradicted.compactMap(\.row?.id).max() ?? .max
        var kept: Set<Int64> = []
        for part in others {
            guard let id = part.row?.id else { continue }
            if part.end <= first.start + Self.sameTime {
                if id > newest || beginsAsStored && part.start < firstMidnight { kept.insert(id) }
            } else if endsAsStored, part.start >= last.end - Self.sameTime,
                Self.midnight(part.start, calendar) >= last.end - Self.sameTime
            {
                kept.insert(id)
            }
        }
        return kept
    }

    private static func midnight(_ date: Double, _ calendar: Calendar) -> Double {
        calendar.startOfDay(for: Date(timeIntervalSince1970: date)).timeIntervalSince1970
    }
}

/// The times that readings cover: periods in order that do not overlap.
struct CoveredTimes {
    private var periods: [(start: Double, end: Double)] = []
    /// The minimum duration that two readings have in common, in seconds. Dates have whole seconds.
    private static let shortest = 1.0

    /// - Parameter parts: Readings in the order of their start.
    init(_ parts: some Sequence<NightOfReadings.Part>) {
        for part in parts {
            if let last = periods.indices.last, part.start <= periods[last].end {
                periods[last].end = max(periods[last].end, part.end)
            } else {
                periods.append((part.start, part.end))
            }
        }
    }

    /// Returns whether a reading and the covered times have a time in common.
    func overlap(_ part: NightOfReadings.Part) -> Bool {
        var (low, high) = (0, periods.count)
        while low < high {
            let middle = low + (high - low) / 2
            if periods[middle].end <= part.start + Self.shortest { low = middle + 1 } else { high = middle }
        }
        return low < periods.count && periods[low].start + Self.shortest < part.end
    }
}
