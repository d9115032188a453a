// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

/// What the store knows of how samples belong together.
final class StoredRelations {
    let reader: RecordReader
    private var members: [PredicateRelation: Set<Int64>] = [:]
    /// What went wrong while somebody asked who cannot be told of errors.
    private(set) var failure: (any Error)?

    init(_ reader: RecordReader) {
        self.reader = reader
    }

    /// A condition over `s` that the related samples fit, and no others.
    func condition(_ relation: PredicateRelation) throws -> SQLCondition {
        switch relation {
        case .anyCorrelation:
            return SQLCondition("EXISTS (SELECT 1 FROM correlation_member AS r WHERE r.id = s.id)")
        case .anyWorkout:
            return SQLCondition(
                """
                (EXISTS (SELECT 1 FROM workout_sample AS r WHERE r.id = s.id)
                 OR EXISTS (SELECT 1 FROM workout_route AS r WHERE r.id = s.id AND r.workout IS NOT NULL))
                """)
        default:
            guard let places = try Self.places(relation, reader) else { return .never }
            return SQLCondition(
                [SQLCondition("s.id IN (SELECT id FROM ("), places, SQLCondition("))")], joinedBy: "")
        }
    }

    /// When the related samples of a type can start.
    func starts(_ relation: PredicateRelation, type: TypeFacts) throws -> StartRanges {
        if relation == .anyCorrelation || relation == .anyWorkout { return .all }
        guard let places = try Self.places(relation, reader),
            let row = try Row.fetchOne(
                reader.db, sql: "SELECT min(start), max(start) FROM (\(places.sql)) WHERE type IS NULL OR type = ?",
                arguments: StatementArguments(places.arguments + [type.number.databaseValue])),
            let first = row[0] as Double?, let last = row[1] as Double?
        else { return .none }
        return StartRanges(from: first, through: last)
    }

    /// Whether the sample at a place is related.
    func isRelated(_ place: Int64, _ relation: PredicateRelation) throws -> Bool {
        if relation == .anyCorrelation || relation == .anyWorkout {
            let sql = "SELECT \(try condition(relation).sql) FROM (SELECT ? AS id) AS s"
            return try Bool.fetchOne(reader.db.cachedStatement(sql: sql), arguments: [place]) ?? false
        }
        if let known = members[relation] { return known.contains(place) }
        let found: Set<Int64> =
            try Self.places(relation, reader).map { places in
                try Int64.fetchSet(
                    reader.db, sql: "SELECT id FROM (\(places.sql))", arguments: StatementArguments(places.arguments))
            } ?? []
        members[relation] = found
        return found.contains(place)
    }

    /// A question for `id`, `type` (NULL for any) and `start` of what is related to one object; nil where it is gone.
    private static func places(_ relation: PredicateRelation, _ reader: RecordReader) throws -> SQLCondition? {
        switch relation {
        case .workout(let uuid):
            return try SampleLookup.find(uuid, reader).map {
                SQLCondition(
                    """
                    SELECT id, type, start FROM workout_sample WHERE workout = ?
                    UNION ALL SELECT id, NULL, start FROM workout_route WHERE workout = ?
                    """, [$0.id, $0.id])
            }
        case .effort(let uuid, let activity):
            return try SampleLookup.find(uuid, reader).map {
                SQLCondition(
                    "SELECT id, type, start FROM effort_relation WHERE workout = ? AND (? IS NULL OR activity = ?)",
                    [$0.id, activity?.uuidString, activity?.uuidString])
            }
        case .electrocardiogram(let uuid):
            return try SampleLookup.find(uuid, reader).map {
                SQLCondition(
                    "SELECT id, type, start FROM electrocardiogram_sample WHERE electrocardiogram = ?", [$0.id])
            }
        case .correlation(let uuid):
            return try SampleLookup.find(uuid, reader).map {
                SQLCondition("SELECT id, type, start FROM correlation_member WHERE correlation = ?", [$0.id])
            }
        case .anyCorrelation, .anyWorkout: return nil
        }
    }
}

extension StoredRelations: PredicateRelations {
    /// Whether the sample with a UUID is related; false where that cannot be found out, which ``failure`` then says.
    func holds(_ relation: PredicateRelation, sample: UUID) -> Bool {
        do {
            guard let found = try SampleLookup.find(sample, reader) else { return false }
            return try isRelated(found.id, relation)
        } catch {
            failure = error
            return false
        }
    }
}
