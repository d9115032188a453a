// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The time zones in which a person was, from the records that carry one.
///
/// A moment has the zone of the nearest record, which for a record with a zone is its own. Moments without a record in ``reach`` have the home
/// zone.
package struct RecordedZones: Sendable, Hashable {
    /// A record with a time zone.
    package struct Record: Sendable, Hashable {
        /// The start in seconds since 1970, UTC.
        package var start: Double
        /// The IANA name of the zone.
        package var zone: String

        package init(start: Double, zone: String) {
            self.start = start
            self.zone = zone
        }
    }

    /// A stretch of time in one zone.
    package struct Stretch: Sendable, Hashable {
        package var start: Double
        package var end: Double
        package var zone: TimeZone
    }

    /// A change of the clocks by another zone, between two records.
    private struct Change: Hashable {
        var last: Double
        var first: Double
        var moment: Double
    }

    /// The number of seconds within which a record states the zone: 30 days.
    package static let reach = 30 * 86_400.0
    /// The number of days between two records up to which all days between them are days with a change.
    static let longestChange = 7
    /// The maximum number of stretches. Records that contradict each other more often state no place.
    static let mostStretches = 200

    /// The stretches in order, without gaps, from the beginning to the end of time.
    package let stretches: [Stretch]
    private let changes: [Change]

    /// Creates the zones.
    /// - Parameters:
    ///   - records: the records with a zone, in any order. Unknown zones are left out.
    ///   - home: the zone of moments without records.
    package init(_ records: [Record], home: TimeZone) {
        var zones: [String: TimeZone] = [home.identifier: home]
        var latest = -Double.infinity
        let sorted = records.sorted { ($0.start, $0.zone) < ($1.start, $1.zone) }
        let known = sorted.compactMap { record -> (start: Double, zone: TimeZone)? in
            guard record.start.isFinite, record.start > latest else { return nil }
            latest = record.start
            if zones[record.zone] == nil { zones[record.zone] = TimeZone(identifier: record.zone) }
            return zones[record.zone].map { (record.start, $0) }
        }
        var stretches: [Stretch] = []
        var changes: [Change] = []
        func begin(_ zone: TimeZone, at moment: Double) {
            guard stretches.last?.zone != zone else { return }
            if !stretches.isEmpty { stretches[stretches.count - 1].end = moment }
            stretches.append(Stretch(start: moment, end: .infinity, zone: zone))
        }
        begin(home, at: -.infinity)
        for (place, record) in known.enumerated() {
            if place == 0 || record.start - known[place - 1].start > 2 * Self.reach {
                begin(record.zone, at: record.start - Self.reach)
            } else if known[place - 1].zone != record.zone {
                let middle = (known[place - 1].start + record.start) / 2
                if CivilTime.offset(at: middle, in: known[place - 1].zone)
                    != CivilTime.offset(at: middle, in: record.zone)
                {
                    changes.append(Change(last: known[place - 1].start, first: record.start, moment: middle))
                }
                begin(record.zone, at: middle)
            }
            if place + 1 == known.count || known[place + 1].start - record.start > 2 * Self.reach {
                begin(home, at: record.start + Self.reach)
            }
        }
        let isContradictory = stretches.count > Self.mostStretches
        self.stretches =
            isContradictory ? [Stretch(start: -.infinity, end: .infinity, zone: home)] : stretches
        self.changes = isContradictory ? [] : changes
    }

    /// Returns the zone of a moment, in seconds since 1970, UTC.
    package func zone(at seconds: Double) -> TimeZone {
        var (low, high) = (0, stretches.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if stretches[middle].start <= seconds { low = middle } else { high = middle }
        }
        return stretches[low].zone
    }

    /// Returns the seconds that clocks at the place show at a moment, from 1970-01-01 00:00.
    package func civil(_ date: Date) -> Double {
        let seconds = date.timeIntervalSince1970
        return seconds + Double(CivilTime.offset(at: seconds, in: zone(at: seconds)))
    }

    /// Returns the stretches of a range.
    package func stretches(from start: Date, to end: Date) -> [Stretch] {
        let (start, end) = (start.timeIntervalSince1970, end.timeIntervalSince1970)
        return stretches.compactMap { stretch in
            let part = Stretch(start: max(stretch.start, start), end: min(stretch.end, end), zone: stretch.zone)
            return part.start < part.end ? part : nil
        }
    }

    /// Returns the days on which the person's zone may have changed, as days in a zone.
    ///
    /// These are the days from the last record before a change to the first record after it, and the day of the estimated moment with
    /// the days before and after it. A person is awake for more or fewer hours on them than usual, which changes the sums.
    package func changeDays(in zone: TimeZone) -> Set<Int> {
        func day(_ seconds: Double) -> Int {
            let seconds = min(max(seconds, -62_135_596_800), 253_402_300_800)
            // checked: the years 1 to 9999
            return Int(((seconds + Double(CivilTime.offset(at: seconds, in: zone))) / 86_400).rounded(.down))
        }
        var days: Set<Int> = []
        for change in changes {
            let (last, first, middle) = (day(change.last), day(change.first), day(change.moment))
            if first - last <= Self.longestChange { days.formUnion(last...max(first, last)) }
            days.formUnion(middle - 1...middle + 1)
        }
        return days
    }
}
