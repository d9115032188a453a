// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The samples of workouts that do not count in sums, because the samples of another workout of the effort count. These are the samples
/// from the source of such a workout that were added to it, or that are in its time. Samples of other sources count, also if an app added
/// them to its workout.
///
/// A sample is in the time of a copy if at least half of it is, or if it is short and any part of it is: the samples of a copy do not
/// count at its edges either.
package struct EffortCopies: Sendable {
    private struct Span {
        var start: Double
        var end: Double
    }
    /// The times of the copies by rank of the source, in order and without overlaps.
    private let spans: [Int32: [Span]]
    /// The positions of the samples that apps added to copies.
    private let added: Set<Int64>

    /// The longest duration in seconds of samples of which no part counts.
    static let shortSample = 60.0

    /// The types whose sums count each effort once: distances, energy, steps and strokes.
    private static let types: Set<String> = Set(
        (WorkoutDistance.types + [
            .activeEnergyBurned, .basalEnergyBurned, .stepCount, .flightsClimbed, .pushCount, .swimmingStrokeCount,
        ]).map(\.rawValue))

    /// The types of the samples on which it depends which workouts are copies.
    package static var readTypes: [HKSampleType] {
        [.workoutType(), HKSeriesType.workoutRoute()] + EffortOrder.types.map { HKQuantityType($0) }
    }

    /// The identifiers of the types of samples whose changes can change efforts, or the samples that do not count.
    static let relevantTypes = types.union(readTypes.map(\.identifier)).sorted()

    /// Returns whether the sums of a type count each effort once.
    package static func isSummed(_ identifier: String) -> Bool { types.contains(identifier) }

    /// Reads the copies, or returns nil if there are none or the sums of the type count all samples.
    /// - Parameter rankOfSource: The ranks of the sources.
    init?(_ db: Database, type: Int64, rankOfSource: [Int64: Int32]) throws {
        let identifier = try String.fetchOne(
            db.cachedStatement(sql: "SELECT identifier FROM sample_type WHERE id = ?"), arguments: [type])
        guard let identifier, Self.isSummed(identifier) else { return nil }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(CopyColumn.selection)
                    FROM effort_member AS c
                        LEFT JOIN effort_member AS s ON s.effort = c.effort AND s.counted = 1 AND s.source = c.source
                    WHERE c.counted = 0 ORDER BY c.start, c.end, c.workout
                    """))
        if rows.isEmpty { return nil }
        var parts: [Int32: [Int64: [Span]]] = [:]
        for row in rows {
            guard let rank = rankOfSource[try row.value(at: CopyColumn.source)] else { continue }
            let workout: Int64 = try row.value(at: CopyColumn.workout)
            let copy = Span(start: try row.value(at: CopyColumn.start), end: try row.value(at: CopyColumn.end))
            var rest = parts[rank]?[workout] ?? [copy]
            // Samples of the workouts that count do so, also if their source has a copy of them.
            if let start = try row.value(Double?.self, at: CopyColumn.shownStart),
                let end = try row.value(Double?.self, at: CopyColumn.shownEnd)
            {
                rest = rest.flatMap { Self.parts(of: $0, outside: start, end) }
            }
            parts[rank, default: [:]][workout] = rest
        }
        spans = parts.mapValues { Self.merged($0.values.joined()) }
        added = try Int64.fetchSet(
            db.cachedStatement(
                sql: """
                    SELECT l.id FROM effort_member AS c CROSS JOIN workout_sample AS l ON l.workout = c.workout
                        CROSS JOIN sample AS x ON x.type = l.type AND x.start = l.start AND x.id = l.id
                        CROSS JOIN provenance AS p ON p.id = x.provenance AND p.source = c.source
                    WHERE c.counted = 0 AND l.type = ?
                    AND NOT EXISTS (
                        SELECT 1 FROM workout_sample AS o WHERE o.id = l.id AND NOT EXISTS (
                            SELECT 1 FROM effort_member AS m WHERE m.workout = o.workout AND m.counted = 0))
                    """),
            arguments: [type])
    }

    /// Returns the parts of a span outside a range.
    private static func parts(of span: Span, outside start: Double, _ end: Double) -> [Span] {
        guard start < span.end, end > span.start else { return [span] }
        return [Span(start: span.start, end: start), Span(start: end, end: span.end)].filter { $0.start < $0.end }
    }

    /// Returns spans without overlaps, in order of the start dates.
    private static func merged(_ spans: some Sequence<Span>) -> [Span] {
        spans.sorted { $0.start < $1.start }.reduce(into: []) { merged, span in
            if let last = merged.last, span.start <= last.end {
                merged[merged.count - 1].end = max(last.end, span.end)
            } else {
                merged.append(span)
            }
        }
    }

    /// Whether samples are compared by their positions, too.
    var comparesPositions: Bool { !added.isEmpty }

    /// Returns whether an app added the sample at a position to a copy.
    package func contains(_ position: Int64) -> Bool { added.contains(position) }

    /// Returns whether a sample of a source is in the time of a copy.
    package func contains(rank: Int32, start: Double, end: Double) -> Bool {
        guard let spans = spans[rank] else { return false }
        var (low, high) = (0, spans.count)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].end < start { low = middle + 1 } else { high = middle }
        }
        while low < spans.count, spans[low].start <= end {
            let shared = min(end, spans[low].end) - max(start, spans[low].start)
            if end <= start { return true }
            if shared > 0, 2 * shared >= end - start || end - start <= Self.shortSample { return true }
            low += 1
        }
        return false
    }
}

/// The columns of the copies, `effort_member AS c`, and of the workouts that count, `effort_member AS s`.
private enum CopyColumn: Int32, PositionedColumns {
    case workout, source, start, end, shownStart, shownEnd

    var expression: String {
        switch self {
        case .workout, .source, .start, .end: "c.\(self)"
        case .shownStart: "s.start"
        case .shownEnd: "s.end"
        }
    }
}
