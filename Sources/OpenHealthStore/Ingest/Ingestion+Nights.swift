// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The changes of a push to the stored nights that consist of readings without an identifier and a session.
final class NightRevisions {
    /// Stored readings that a night of the push replaces, unless the push contains them.
    fileprivate struct Removal {
        var key: PushedNights.Key
        var start: Double
        var end: Double
        var rows: [StoredRow]
    }

    /// A reading of the push that is left out.
    fileprivate struct Outdated: Hashable {
        var key: PushedNights.Key
        var start: Double
        var end: Double
    }

    fileprivate var removals: [Removal] = []
    fileprivate var outdated: Set<Outdated> = []
    /// The samples that were added, in the order of their start.
    fileprivate var added: [PushedNights.Key: [StoredRow]] = [:]
}

extension Ingestion {
    /// The time before and after the readings of a push in which their nights can begin and end, in seconds.
    private static let reachOfNights = 86_400.0
    /// The maximum number of stored readings that are compared with those of a push.
    private static let maximumNightRows = 1_000_000

    /// Compares the nights of a push with those that the connection pushed earlier.
    ///
    /// A night that covers more than half of a stored one is its later version, and the readings of the stored one that the push does not
    /// contain are deleted at the end. Of a night that covers less, the readings inside it are. See decision record 2.
    func takeNights(_ nights: PushedNights) throws {
        guard let push, let first = nights.readings.map(\.start).min(), let last = nights.readings.map(\.end).max()
        else { return }
        let type = types[try types.index(PushedNights.type)]
        guard type.latestBefore >= first - Self.reachOfNights - PushedNights.longestReading else { return }
        let earliest = try TypeExtents.earliestStart(
            db, type: type.number, endingFrom: first - Self.reachOfNights)
        let rows = try reader.rows(
            type: type.number, from: max(earliest, first - Self.reachOfNights - PushedNights.longestReading),
            to: last + Self.reachOfNights, limit: Self.maximumNightRows)
        var stored: [PushedNights.Key: [NightOfReadings.Part]] = [:]
        for row in rows ?? [] where row.end > row.start && row.end - row.start <= PushedNights.longestReading {
            guard try push.reach.isOwn(holder(of: row)), try givenUUID(row) == nil else { continue }
            let key = PushedNights.Key(try facts.identity(ofProvenance: row.provenance).source, value: row.value)
            stored[key, default: []].append(.init(start: row.start, end: row.end, value: row.value, row: row))
        }
        if stored.isEmpty { return }
        var new: [PushedNights.Key: [NightOfReadings.Part]] = [:]
        for reading in nights.readings {
            let provenance = dictionary.provenances[Int(reading.provenance)]
            let key = PushedNights.Key(provenance.identity.source, value: reading.value)
            guard stored[key] != nil else { continue }
            new[key, default: []].append(.init(start: reading.start, end: reading.end, value: reading.value))
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try HealthDatabase.homeTimeZone(db) ?? .current
        for (key, parts) in new {
            compare(
                NightOfReadings.nights(parts), with: NightOfReadings.nights(stored[key] ?? []), key, calendar)
        }
    }

    /// Compares the nights of one source. Both lists are in order, and the nights of a list do not overlap.
    private func compare(
        _ nights: [NightOfReadings], with stored: [NightOfReadings], _ key: PushedNights.Key, _ calendar: Calendar
    ) {
        var from = 0
        // A chain of readings over many days is none of a person's nights.
        for old in stored where old.duration <= PushedNights.longestReading {
            while from < nights.count, nights[from].end <= old.start { from += 1 }
            let overlapping = nights[from...].prefix { $0.start < old.end }
            guard let first = overlapping.first, let last = overlapping.last else { continue }
            let readings = NightOfReadings.Index([old])
            if overlapping.allSatisfy({ $0.parts.allSatisfy(readings.contains) }) { continue }
            if overlapping.count == 1, first.isSummary(of: old) {
                leaveOut(first, key)
                continue
            }
            let pushed = NightOfReadings.Index(overlapping)
            let others = old.parts.filter { !pushed.contains($0) }
            // A source is in one phase at a time. Without a contradiction, the push is another part of the same night.
            let new = CoveredTimes(overlapping.flatMap(\.parts).filter { !readings.contains($0) })
            let contradicted = others.filter(new.overlap)
            if contradicted.isEmpty { continue }
            let covered = overlapping.reduce(0) { $0 + $1.overlap(old.start, old.end) }
            if 2 * covered > old.duration {
                let kept = old.kept(others, contradicted: contradicted, from: first, to: last, calendar)
                let outdated = others.filter { $0.row.map { !kept.contains($0.id) } ?? false }
                remove(outdated, key, from: first.start, to: last.end)
                continue
            }
            for night in overlapping {
                if night.isOutdated(by: old, readings) {
                    leaveOut(night, key)
                } else {
                    let outdated = contradicted.filter { 2 * night.overlap($0.start, $0.end) > $0.end - $0.start }
                    remove(outdated, key, from: night.start, to: night.end)
                }
            }
        }
    }

    private func leaveOut(_ night: NightOfReadings, _ key: PushedNights.Key) {
        for part in night.parts {
            push?.nights.outdated.insert(.init(key: key, start: part.start, end: part.end))
        }
    }

    private func remove(
        _ parts: [NightOfReadings.Part], _ key: PushedNights.Key, from start: Double, to end: Double
    ) {
        let rows = parts.compactMap(\.row)
        if rows.isEmpty { return }
        push?.nights.removals.append(.init(key: key, start: start, end: end, rows: rows))
    }

    /// Returns the key of a record that is a reading of a night; nil for others.
    /// - Parameter type: The index of the type.
    func nightKey(_ record: IngestRecord, _ position: Int32, _ batch: PushedBatch, type: Int) -> PushedNights.Key? {
        guard types[type].identifier == PushedNights.type, batch.uuids[position] == nil,
            batch.rowSessions[position] == nil
        else { return nil }
        return PushedNights.Key(record.provenance.identity.source, value: record.row.value)
    }

    /// Returns whether a record belongs to a night of which a stored version is newer.
    func isOutdatedReading(_ record: IngestRecord, _ position: Int32, _ batch: PushedBatch, type: Int) -> Bool {
        guard let push, !push.nights.outdated.isEmpty, let key = nightKey(record, position, batch, type: type)
        else { return false }
        return push.nights.outdated.contains(.init(key: key, start: record.row.start, end: record.row.end))
    }

    /// Notes an added sample that is a reading of a night.
    func noteReading(_ added: StoredRow, _ record: IngestRecord, _ position: Int32, _ batch: PushedBatch, type: Int) {
        guard push?.nights.removals.isEmpty == false, let key = nightKey(record, position, batch, type: type)
        else { return }
        push?.nights.added[key, default: []].append(added)
    }

    /// Deletes the stored readings of earlier versions of nights that the push does not contain.
    func finishNights() throws {
        guard let nights = push?.nights, !nights.removals.isEmpty else { return }
        let index = try types.index(PushedNights.type)
        let type = types[index].number
        for removal in nights.removals {
            var removed = SampleRevision(reason: .session)
            for row in removal.rows where !matched.contains(row.id) {
                guard let sample = try SampleLookup.sample(db, type: type, start: row.start, id: row.id),
                    try !isInSession(row.id)
                else { continue }
                try removed.add(sample, db)
                try writer.delete(sample)
                matched.insert(row.id)
            }
            if removed.versions == 0 { continue }
            let all = nights.added[removal.key] ?? []
            let added = all[Self.position(of: removal.start, in: all)..<Self.position(of: removal.end, in: all)]
            let replaced = min(added.count, removed.versions)
            types.count(index, added: -replaced, replaced: replaced)
            if let first = added.first { try removed.note(db, newSample: first, type: type, at: push?.now) }
        }
    }

    /// Returns the position of the first of some samples that starts at a date or later.
    private static func position(of date: Double, in rows: [StoredRow]) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = low + (high - low) / 2
            if rows[middle].start < date { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns whether a stored sample belongs to a session that the sender named.
    private func isInSession(_ id: Int64) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM pushed_session_sample WHERE sample = ?)"),
            arguments: [id]) ?? false
    }
}
