// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// How far a store has come: what all who follow its changes compare.
package struct ChangeCounters: Hashable, Sendable {
    /// The last place in the order of changes.
    private(set) var place: Int64 = 0
    /// How often each of the other things has changed; without those that never have.
    package private(set) var topics: [ChangeRange.Topic: Int64] = [:]

    /// The types that have a sample or a deletion beyond a place.
    private static let typesAfter = """
        SELECT identifier FROM sample_type WHERE id IN (
            SELECT type FROM change_run
            WHERE first >= coalesce((SELECT max(first) FROM change_run WHERE first <= ?1), 0) AND last > ?1
            UNION SELECT type FROM deletion WHERE id > ?1)
        """

    /// Reads them: one statement, and so one moment of the store.
    package init(_ db: Database) throws {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT name, value FROM counter"))
        while let row = try rows.next() {
            let (name, value): (String, Int64) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            if name == "change" {
                place = value
            } else if value != 0, let topic = ChangeRange.Topic(rawValue: name) {
                topics[topic] = value
            }
        }
    }

    /// The same from an earlier place on.
    package func from(_ anchor: Int64) -> ChangeCounters {
        var result = self
        // A place that has not been given out yet is one of another store.
        result.place = min(anchor, place)
        return result
    }

    /// Returns the changes from these counters to now.
    /// - Parameters:
    ///   - now: the counters of the same moment as the database.
    package func range(to now: ChangeCounters, _ db: Database) throws -> ChangeRange {
        if now.place < place {
            // The content was replaced by an older one. Places before and after do not compare: only what is not counted
            // by places can be told.
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
