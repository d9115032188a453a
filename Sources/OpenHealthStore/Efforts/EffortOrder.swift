// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Chooses the workout of an effort that is shown: the workout of the source that the person put first, or else the most detailed one.
///
/// The workout of a file that is cut off is shown only if there is no other. Of three sources or more, one whose clock is wrong by hours is
/// shown only if the person put it first: that of the time on which most of them agree is shown.
///
/// The person orders the sources of workouts. If that order contains none of the sources, the order of sources for the sport's distance,
/// active energy or steps applies. The most detailed workout has the most kinds of data, among equal ones the most readings, and then the
/// most events. Laps and pauses are kinds of data.
///
/// A workout of several sports is shown before workouts of a single sport, and a whole recording before its consecutive parts.
///
/// The samples of the shown workout count in sums. Some workouts have none, such as a workout of a file with only a route and heart
/// rates. Then the samples of the workout with the most kinds of samples count, of one at the right hour if one has any, so that the
/// effort is not missing in sums. If that workout is a sport or a part of the shown workout, the samples of the other sports or parts from
/// its source count, too.
///
/// A workout that an app saved is chosen before those of imports and phones only if the person put its source first: otherwise, an app
/// that may save workouts could remove the samples of a watch from sums.
struct EffortOrder {
    private let db: Database
    /// The sources that the person ordered, by type.
    private let chosen: [String: [Int64]]
    /// The types of which each source has samples.
    private var typesOfSource: [Int64: [(number: Int64, identifier: String)]] = [:]

    /// The types of samples that count as detail.
    static let types: [HKQuantityTypeIdentifier] = [
        .heartRate, .stepCount, .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .activeEnergyBurned,
    ]

    /// The events that divide a workout. The others interrupt it.
    private static let divisions = ["HKWorkoutEventTypeLap", "HKWorkoutEventTypeSegment", "HKWorkoutEventTypeMarker"]

    init(_ db: Database) throws {
        self.db = db
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT t.identifier, r.source FROM source_rank AS r JOIN sample_type AS t ON t.id = r.type
                    ORDER BY r.type, r.position
                    """))
        var chosen: [String: [Int64]] = [:]
        for row in rows { chosen[try row.value(of: "identifier"), default: []].append(try row.value(of: "source")) }
        self.chosen = chosen
    }

    /// The data of a workout.
    private struct Detail: Comparable {
        var candidate: EffortCandidate
        /// The number of kinds of data.
        var kinds: Int
        /// The number of types of its samples that are added up.
        var summed: Int
        /// The number of heart rates and of places.
        var readings: Int
        /// The number of events.
        var events: Int
        /// The seconds of its samples that are added up.
        var covered: Double
        /// The name of the source, so that the choice does not depend on the order of arrival.
        var name: String

        /// The duration in seconds.
        var length: Double { candidate.end - candidate.start }

        /// Returns whether a workout with as many kinds of data has less of it.
        static func < (a: Self, b: Self) -> Bool {
            (a.readings, a.events, a.covered, a.length, a.name) < (b.readings, b.events, b.covered, b.length, b.name)
        }
    }

    /// Returns the workout that is shown, and the numbers of those whose samples count.
    /// - Parameter group: The workouts of an effort, at least one.
    mutating func choose(from group: [EffortCandidate]) throws -> (shown: EffortCandidate, counted: Set<Int64>) {
        let whole = group.filter { !$0.isIncomplete }
        let details = try (whole.isEmpty ? group : whole).map { try detail(of: $0) }
        let others = details.filter { !$0.candidate.isOfApp }
        let trusted = others.isEmpty ? details : others
        let ofWhole = Set(EffortCandidate.wholes(of: trusted.map(\.candidate)).map(\.id))
        let wholes = trusted.filter { ofWhole.contains($0.candidate.id) }
        let choice = wholes.isEmpty ? details : wholes
        let preferred = Set(preferred(choice.map(\.candidate)).map(\.id))
        let usual = wholes.isEmpty ? trusted : wholes
        let right = Set(EffortCandidate.withoutWrongHours(usual.map(\.candidate)).map(\.id))
        let candidates =
            preferred.isEmpty
            ? usual.filter { right.contains($0.candidate.id) }
            : details.filter { preferred.contains($0.candidate.id) }
        let shown = candidates.max { a, b in
            (a.kinds, a.summed, a) < (b.kinds, b.summed, b)
        }
        let withSamples = wholes.isEmpty ? trusted.filter { right.contains($0.candidate.id) && $0.summed > 0 } : []
        let most = (withSamples.isEmpty ? trusted : withSamples).max { a, b in
            (a.summed, a.kinds, a) < (b.summed, b.kinds, b)
        }
        guard let shown, let most else { return (group[0], [group[0].id]) }
        if shown.summed > 0 { return (shown.candidate, [shown.candidate.id]) }
        if most.summed > 0 || others.isEmpty {
            guard ofWhole.contains(shown.candidate.id), !ofWhole.contains(most.candidate.id) else {
                return (shown.candidate, [most.candidate.id])
            }
            let parts = trusted.map(\.candidate).filter {
                !ofWhole.contains($0.id) && $0.source == most.candidate.source
            }
            return (shown.candidate, Set(parts.map(\.id)))
        }
        // Only apps have samples to count: each app its own.
        return (shown.candidate, Set(group.filter(\.isOfApp).map(\.id) + [most.candidate.id]))
    }

    /// Returns the workouts of the source that the person put first; empty if the person decided nothing.
    private func preferred(_ group: [EffortCandidate]) -> [EffortCandidate] {
        let distances = group.compactMap { WorkoutDistance.type(of: $0.activity)?.rawValue }
        let types =
            [HKWorkoutTypeIdentifier] + Set(distances).sorted() + [
                HKQuantityTypeIdentifier.activeEnergyBurned.rawValue, HKQuantityTypeIdentifier.stepCount.rawValue,
            ]
        for type in types {
            for source in chosen[type] ?? [] {
                let own = group.filter { $0.source == source }
                if !own.isEmpty { return own }
            }
        }
        return []
    }

    private mutating func detail(of candidate: EffortCandidate) throws -> Detail {
        var (summed, covered) = (0, 0.0)
        var kinds = try Set(
            String.fetchAll(
                db.cachedStatement(sql: "SELECT DISTINCT type FROM workout_statistics WHERE workout = ?"),
                arguments: [candidate.id]))
        var readings =
            try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT count(*) FROM route_point WHERE route IN (SELECT id FROM workout_route WHERE workout = ?)
                        """),
                arguments: [candidate.id]) ?? 0
        if readings > 0 { kinds.insert(HKSeriesType.workoutRoute().identifier) }
        var events = 0
        let eventCounts = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT type, count(*) AS count FROM workout_event WHERE workout = ? GROUP BY type"),
            arguments: [candidate.id])
        for row in eventCounts {
            let (type, count): (String, Int) = (try row.value(of: "type"), try row.value(of: "count"))
            kinds.insert(Self.divisions.contains(type) ? "laps" : "pauses")
            events += count
        }
        for type in try types(of: candidate.source) {
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT count(*) AS count, total(coalesce(s.end, s.start) - s.start) AS seconds
                        FROM sample AS s JOIN provenance AS p ON p.id = s.provenance
                        WHERE s.type = ?1 AND s.start >= ?2 AND s.start <= ?3 AND p.source = ?4
                        """),
                arguments: [type.number, candidate.start, candidate.end, candidate.source])
            let (count, seconds): (Int, Double) = (
                try row?.value(of: "count") ?? 0, try row?.value(of: "seconds") ?? 0
            )
            if count > 0 { kinds.insert(type.identifier) }
            if type.identifier == HKQuantityTypeIdentifier.heartRate.rawValue {
                readings += count
            } else if count > 0 {
                summed += 1
                covered += seconds
            }
        }
        let name = try String.fetchOne(
            db.cachedStatement(sql: "SELECT name FROM source WHERE id = ?"), arguments: [candidate.source])
        return Detail(
            candidate: candidate, kinds: kinds.count, summed: summed, readings: readings, events: events,
            covered: covered, name: name ?? "")
    }

    /// Returns the types of ``types`` of which a source has samples.
    private mutating func types(of source: Int64) throws -> [(number: Int64, identifier: String)] {
        if let known = typesOfSource[source] { return known }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT t.id, t.identifier FROM type_source AS o JOIN sample_type AS t ON t.id = o.type
                    WHERE o.source = ? ORDER BY t.id
                    """),
            arguments: [source])
        let types = try rows.map { (try $0.value(Int64.self, of: "id"), try $0.value(String.self, of: "identifier")) }
            .filter { Self.types.contains(HKQuantityTypeIdentifier(rawValue: $0.1)) }
            .map { (number: $0.0, identifier: $0.1) }
        typesOfSource[source] = types
        return types
    }
}
