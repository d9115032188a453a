// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The numbers of the input by those of the store, of the types and provenances of counts of days.
final class CountedInput {
    fileprivate var types: [Int64: Int32] = [:]
    fileprivate var provenances: [Int64: Int32] = [:]
}

/// The counts of days, whose differences are samples.
///
/// The store keeps the counts, so that the files of a day give the same samples in one import and in several, in any order. A difference that
/// a later file divides is replaced by its parts.
extension Ingestion {
    /// The counts of a type, device, kind of activity and local day.
    private struct CountKey: Hashable {
        var type: Int64
        var provenance: Int64
        var day: Int64
        var activity: Int64

        var arguments: StatementArguments { [type, provenance, day, activity] }
    }

    /// The maximum number of counts of a day. A device that writes one each minute has 1440.
    private static let maximumCounts = 20_000
    /// The number of samples that are compared with stored ones together.
    private static let sizeOfBatch = 16_384

    /// Adds counts to those of their days.
    func takeCounts(_ rows: [DayCountRow]) throws {
        guard !rows.isEmpty else { return }
        var groups: [CountKey: [DayCount]] = [:]
        for row in rows where row.count.isValid {
            let type = types[types.index(ofInput: row.type)].number
            let provenance = dictionary.provenances[Int(row.provenance)].number
            (countedInput.types[type], countedInput.provenances[provenance]) = (row.type, row.provenance)
            let key = CountKey(type: type, provenance: provenance, day: row.count.day, activity: row.activity)
            groups[key, default: []].append(row.count)
        }
        for (key, counts) in groups {
            var all = try Set(stored(key).map { DayCount.decoded($0.counts) } ?? [])
            all.formUnion(counts)
            guard all.count <= Self.maximumCounts else {
                receipt.diagnose(
                    ImportDiagnostic(
                        severity: .rejected, file: "", line: 0, element: "monitoring",
                        reason: "a day has more than \(Self.maximumCounts) counts; they were left out"))
                continue
            }
            try db.cachedStatement(
                sql: """
                    INSERT INTO day_count (type, provenance, day, activity, counts, former) VALUES (?, ?, ?, ?, ?, x'')
                    ON CONFLICT DO UPDATE SET former = coalesce(former, counts), counts = excluded.counts
                    """
            ).execute(arguments: key.arguments + [Data(DayCount.encoded(all))])
        }
    }

    private func stored(_ key: CountKey) throws -> (counts: Data, former: Data)? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT counts, former FROM day_count WHERE type = ? AND provenance = ? AND day = ? AND activity = ?
                    """), arguments: key.arguments)
        return try row.map { (try $0.value(of: "counts"), try $0.value(Data?.self, of: "former") ?? Data()) }
    }

    /// Stores the differences of the counts of the days of this import, and deletes those that are divided now.
    func finishCounts() throws {
        guard !countedInput.types.isEmpty else { return }
        // The differences of all kinds of activity of a day are compared with the stored ones together, since two of them can be equal.
        let keys = try Row.fetchAll(
            db,
            sql: """
                SELECT DISTINCT d.type, d.provenance, d.day, d.activity FROM day_count AS c
                JOIN day_count AS d ON d.type = c.type AND d.provenance = c.provenance AND d.day = c.day
                WHERE c.former IS NOT NULL ORDER BY d.type, d.day, d.provenance, d.activity
                """
        ).map {
            CountKey(
                type: try $0.value(of: "type"), provenance: try $0.value(of: "provenance"),
                day: try $0.value(of: "day"),
                activity: try $0.value(of: "activity"))
        }
        var batch = SampleBatch()
        for key in keys {
            guard let type = countedInput.types[key.type],
                let provenance = countedInput.provenances[key.provenance],
                let days = try stored(key)
            else { continue }
            let new = DayCount.differences(DayCount.decoded(days.counts))
            let kept = Set(new)
            for old in DayCount.differences(DayCount.decoded(days.former)) where !kept.contains(old) {
                try remove(old, of: key)
            }
            batch.rows += new.map {
                SampleRow(
                    type: type, provenance: provenance, start: Double($0.start), end: Double($0.end), value: $0.value)
            }
            if batch.rows.count >= Self.sizeOfBatch {
                try takeRows(batch)
                batch.rows.removeAll(keepingCapacity: true)
            }
        }
        try takeRows(batch)
        try db.execute(sql: "UPDATE day_count SET former = NULL WHERE former IS NOT NULL")
    }

    /// Deletes the sample of a difference of an earlier import.
    private func remove(_ difference: DayCount.Difference, of key: CountKey) throws {
        let (start, end) = (Double(difference.start), Double(difference.end))
        let row = try fewSamples(type: key.type, at: start)?.first { row in
            try row.id < writer.firstID && row.start == start && row.end == end && row.value == difference.value
                && row.provenance == key.provenance && !matched.contains(row.id) && holder(of: row) == .imports
        }
        guard let row, let sample = try SampleLookup.sample(db, type: key.type, start: start, id: row.id) else {
            return
        }
        try writer.delete(sample)
        matched.insert(row.id)
    }
}
