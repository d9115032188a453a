// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Collects the types, sources and dates of saved samples, to update the sources of each type and to invalidate rollups.
package struct TypeSources {
    private struct Key: Hashable {
        var type: Int64
        var source: Int64
    }
    private struct Stretch {
        var from: Double
        var to: Double
    }
    private struct Span {
        var key: Key
        /// The latest start date.
        var latest: Double
        /// The position of the last change.
        var place: Int64 = 0
        /// The stretch that is being extended.
        var current: Stretch
        /// The completed stretches, which can overlap.
        var ended: [Stretch] = []
    }
    private var spans: [Span] = []
    private var slots: [Key: Int] = [:]
    /// The slots that were found last. Samples of a few sources alternate, and this avoids a dictionary lookup for each of them.
    private var recent = [Int](repeating: -1, count: recentCount)

    private static let recentCount = 16
    /// The distance in seconds from which samples belong to separate stretches.
    private static let gap = RollupInvalidation.blockLength
    /// The maximum number of stretches before they are merged into one, to keep memory independent of the number of samples.
    private static let maximumListLength = 512

    /// Adds a sample.
    @inline(__always)
    package mutating func note(type: Int64, source: Int64, start: Double, end: Double, place: Int64) {
        let position = Int(truncatingIfNeeded: source) & (Self.recentCount - 1)
        let known = recent[position]
        let slot: Int
        if known >= 0, spans[known].key.source == source, spans[known].key.type == type {
            slot = known
        } else {
            slot = find(Key(type: type, source: source), start, end)
            recent[position] = slot
        }
        if start > spans[slot].latest { spans[slot].latest = start }
        if place > spans[slot].place { spans[slot].place = place }
        if start > spans[slot].current.to + Self.gap || end < spans[slot].current.from - Self.gap {
            begin(slot, start, end)
        } else {
            if start < spans[slot].current.from { spans[slot].current.from = start }
            if end > spans[slot].current.to { spans[slot].current.to = end }
        }
    }

    /// Returns the slot of a type and source, adding it if necessary.
    private mutating func find(_ key: Key, _ start: Double, _ end: Double) -> Int {
        if let slot = slots[key] { return slot }
        spans.append(Span(key: key, latest: start, current: Stretch(from: start, to: end)))
        slots[key] = spans.count - 1
        return spans.count - 1
    }

    private mutating func begin(_ slot: Int, _ start: Double, _ end: Double) {
        spans[slot].ended.append(spans[slot].current)
        spans[slot].current = Stretch(from: start, to: end)
        guard spans[slot].ended.count >= Self.maximumListLength else { return }
        let whole = spans[slot].ended.reduce(into: Stretch(from: .infinity, to: -.infinity)) { whole, stretch in
            whole.from = min(whole.from, stretch.from)
            whole.to = max(whole.to, stretch.to)
        }
        spans[slot].ended = [whole]
    }

    /// Writes the sources and removes the rollups. Call it once before the end of the transaction.
    mutating func flush(_ db: Database) throws {
        let hasRollups = try RollupInvalidation.hasRollups(db)
        for span in spans {
            try db.cachedStatement(
                sql: """
                    INSERT INTO type_source (type, source, latest, place) VALUES (?, ?, ?, ?)
                    ON CONFLICT (type, source) DO UPDATE SET
                        latest = max(latest, excluded.latest), place = max(place, excluded.place)
                    """
            ).execute(arguments: [span.key.type, span.key.source, span.latest, span.place])
            guard hasRollups else { continue }
            for stretch in span.ended + [span.current] {
                try RollupInvalidation.drop(
                    db, type: span.key.type, source: span.key.source, from: stretch.from, to: stretch.to)
            }
        }
        self = TypeSources()
    }

    /// Records a deletion as the last change of a type and a source.
    package static func noteDeletion(_ db: Database, type: Int64, source: Int64, place: Int64) throws {
        try db.cachedStatement(
            sql: "UPDATE type_source SET place = max(place, ?) WHERE type = ? AND source = ?"
        ).execute(arguments: [place, type, source])
    }

    private static let placesOfType = "SELECT \(PlaceColumn.selection) FROM type_source WHERE type = ?"

    /// Returns the position of the last change to the samples of a type, or 0 if there was none.
    /// - Parameter sources: The sources of the samples; nil for all sources.
    package static func lastPlace(_ db: Database, type: Int64, sources: Set<Int64>? = nil) throws -> Int64 {
        var last: Int64 = 0
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: placesOfType), arguments: [type])
        while let row = try rows.next() {
            let (source, place): (Int64, Int64) = (
                try row.value(at: PlaceColumn.source), try row.value(at: PlaceColumn.place)
            )
            if sources?.contains(source) ?? true { last = max(last, place) }
        }
        return last
    }
}

private enum PlaceColumn: Int32, PositionedColumns {
    case source, place
}
