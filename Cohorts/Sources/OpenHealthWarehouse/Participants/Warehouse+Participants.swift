// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Returns the participants, sorted by pseudonym.
    ///
    /// Participants whose first push isn't completed are excluded.
    /// - Throws: A ``WarehouseError``, also if a shard can't be queried.
    public func participants() async throws -> [CohortParticipant] {
        let lists = try await withThrowingTaskGroup { group in
            for shard in layout.shards { group.addTask { try await participants(on: shard) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return lists.joined().sorted { ($0.pseudonym, $0.shard) < ($1.pseudonym, $1.shard) }
    }

    private func participants(on shard: ClusterLayout.Shard) async throws -> [CohortParticipant] {
        let result = try await ask(
            """
            SELECT participant, cohort_group, time_zone, toRelativeDayNum(first_day) AS first, \
            toRelativeDayNum(last_day) AS last, pushed, samples, anchor, disclosed
            FROM \(names.local(.participants)) FINAL
            ANY LEFT JOIN (
            SELECT participant, count() AS samples FROM \(names.local(.samples)) FINAL
            WHERE \(names.isNotDeleted) GROUP BY participant
            ) AS counted USING participant
            """, shard: shard)
        do {
            return try result.rows.map { row in
                CohortParticipant(
                    // 18.16 prints the first day of its range as 0000-00-00; the number is correct.
                    pseudonym: row[0], group: row[1], timeZone: row[2],
                    firstDay: CohortDay(clamping: try ResultTable.number(row[3])),
                    lastDay: CohortDay(clamping: try ResultTable.number(row[4])),
                    pushed: Date(timeIntervalSince1970: try ResultTable.number(row[5])),
                    samples: try ResultTable.number(row[6]), shard: shard.name, anchor: try ResultTable.number(row[7]),
                    disclosed: try ResultTable.array(row[8]))
            }
        } catch let failure as ServerFailure {
            throw Self.error(failure, at: shard.replicas[0])
        }
    }
}

/// A participant of a cohort, and the state of their pushes.
public struct CohortParticipant: Hashable, Sendable {
    /// The pseudonym.
    public let pseudonym: String
    /// The group in the study; empty if there is none.
    public let group: String
    /// The time zone of their days.
    public let timeZone: String
    /// The civil day of the start date of the first sample.
    public let firstDay: CohortDay
    /// The civil day of the start date of the last sample. The end date would be less meaningful: an ongoing pregnancy, for
    /// example, ends far in the future.
    public let lastDay: CohortDay
    /// The date when the last push was completed.
    public let pushed: Date
    /// The number of their samples in the cohort.
    public let samples: Int
    /// The name of their shard.
    public let shard: String
    /// The position in their store's order of changes up to which everything has arrived.
    public let anchor: UInt64
    /// The disclosed details, by the names of `health cohort push --disclose`.
    public let disclosed: [String]
}
