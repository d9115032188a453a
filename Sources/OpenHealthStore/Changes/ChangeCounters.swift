// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The counters of a store's changes, which subscribers compare.
package struct ChangeCounters: Hashable, Sendable {
    /// The last position in the order of changes.
    private(set) var place: Int64 = 0
    /// The numbers of changes of other topics, without topics that never changed.
    package private(set) var topics: [ChangeRange.Topic: Int64] = [:]

    /// The types with samples or deletions after a position.
    private static let typesAfter = """
        SELECT identifier FROM sample_type WHERE id IN (
            SELECT type FROM change_run
            WHERE first >= coalesce((SELECT max(first) FROM change_run WHERE first <= ?1), 0) AND last > ?1
            UNION SELECT type FROM deletion WHERE id > ?1)
        """

    /// Reads the counters in a single statement, and therefore from one snapshot of the store.
    package init(_ db: Database) throws {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT name, value FROM counter"))
        while let row = try rows.next() {
            let (name, value): (String, Int64) = (try row.value(of: "name"), try row.value(of: "value"))
            if name == "change" {
                place = value
            } else if value != 0, let topic = ChangeRange.Topic(rawValue: name) {
                topics[topic] = value
            }
        }
    }

    /// Returns the counters with an earlier position.
    package func from(_ anchor: Int64) -> ChangeCounters {
        var result = self
        // A position that hasn't been assigned yet is from another store.
        result.place = min(anchor, place)
        return result
    }

    /// Returns the changes from these counters to now.
    /// - Parameters:
    ///   - now: The counters from the same snapshot as the database.
    package func range(to now: ChangeCounters, _ db: Database) throws -> ChangeRange {
        if now.place < place {
            // Older content has replaced the content. Positions before and after can't be compared, so the range contains only
            // the topics, which positions don't count.
            return ChangeRange(after: now.place, through: now.place, topics: Set(ChangeRange.Topic.allCases))
        }
        var range = ChangeRange(after: place, through: now.place)
        range.topics = Set(ChangeRange.Topic.allCases.filter { topics[$0] != now.topics[$0] })
        if now.place > place {
            range.types = try String.fetchSet(db.cachedStatement(sql: Self.typesAfter), arguments: [place])
        }
        return range
    }
}

extension ChangeRange.Topic {
    /// Counts a change, in its transaction.
    package func bump(_ db: Database) throws {
        let sql = "UPDATE counter SET value = value + 1 WHERE name = ? AND value < ?"
        try db.cachedStatement(sql: sql).execute(arguments: [rawValue, StoredNumber.greatest])
        guard db.changesCount == 0 else { return }
        let exists = try Bool.fetchOne(db, sql: "SELECT 1 FROM counter WHERE name = ?", arguments: [rawValue])
        if exists != nil { throw StoreError.corrupt("counter", "the number of changes of \(rawValue) is out of range") }
    }
}
