// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The relations of samples from the view of an app: a relation is only visible if the app can see the containing object.
package final class StoredRelations {
    package let reader: RecordReader
    private let viewer: any SampleViewer
    private let sees: (RawSample) throws -> Bool
    private var members: [PredicateRelation: Set<Int64>] = [:]
    private var wholes: [Int64: Bool] = [:]
    private var isUnlimited: [PredicateRelation: Bool] = [:]
    /// The error of an evaluation that can't throw.
    package private(set) var failure: (any Error)?

    package init(_ reader: RecordReader, for viewer: any SampleViewer) throws {
        self.reader = reader
        self.viewer = viewer
        sees = try viewer.sight(reader)
    }

    /// Returns a condition for `s` that the related samples match, or with `negated` the other samples. It can match additional
    /// samples if the app can't see all containing objects. Returns nil if all samples match.
    package func condition(_ relation: PredicateRelation, negated: Bool) throws -> SQLCondition? {
        let condition: SQLCondition
        if Self.isAny(relation) {
            // Relations that aren't visible to the app are evaluated for each sample.
            if negated, try !seesAll(relation) { return nil }
            condition = Self.any(relation)
        } else if let places = try places(relation) {
            condition = SQLCondition(
                [SQLCondition("s.id IN (SELECT id FROM ("), places, SQLCondition("))")], joinedBy: "")
        } else {
            condition = .never
        }
        return negated ? SQLCondition([SQLCondition("NOT "), condition], joinedBy: "") : condition
    }

    /// Returns the ranges of start dates of related samples of a type.
    package func starts(_ relation: PredicateRelation, type: StoredType) throws -> StartRanges {
        if Self.isAny(relation) { return .all }
        guard let places = try places(relation),
            let row = try Row.fetchOne(
                reader.db,
                sql:
                    "SELECT min(start) AS first, max(start) AS last FROM (\(places.sql)) WHERE type IS NULL OR type = ?",
                arguments: StatementArguments(places.arguments + [type.number.databaseValue])),
            let first = try row.value(Double?.self, of: "first"), let last = try row.value(Double?.self, of: "last")
        else { return .none }
        return StartRanges(from: first, through: last)
    }

    /// Returns whether the sample at a position is related.
    func isRelated(_ place: Int64, _ relation: PredicateRelation) throws -> Bool {
        if Self.isAny(relation) {
            guard try seesAll(relation) else { return try wholes(of: place, relation).contains(where: seesWhole) }
            let sql = "SELECT \(Self.any(relation).sql) FROM (SELECT ? AS id) AS s"
            return try Bool.fetchOne(reader.db.cachedStatement(sql: sql), arguments: [place]) ?? false
        }
        if let known = members[relation] { return known.contains(place) }
        let found: Set<Int64> =
            try places(relation).map { places in
                try Int64.fetchSet(
                    reader.db, sql: "SELECT id FROM (\(places.sql))", arguments: StatementArguments(places.arguments))
            } ?? []
        members[relation] = found
        return found.contains(place)
    }

    /// Returns a statement for `id`, `type` (NULL for any type) and `start` of the samples that are related to an object, or nil
    /// if the object doesn't exist or isn't visible.
    private func places(_ relation: PredicateRelation) throws -> SQLCondition? {
        let uuid: UUID
        switch relation {
        case .workout(let whole), .effort(let whole, _), .electrocardiogram(let whole), .correlation(let whole):
            uuid = whole
        case .anyCorrelation, .anyWorkout: return nil
        }
        guard let whole = try SampleLookup.all(uuid, reader).first(where: sees) else { return nil }
        switch relation {
        case .workout:
            return SQLCondition(
                """
                SELECT id, type, start FROM workout_sample WHERE workout = ?
                UNION ALL SELECT id, NULL, start FROM workout_route WHERE workout = ?
                """, [whole.id, whole.id])
        case .effort(_, let activity):
            return SQLCondition(
                "SELECT id, type, start FROM effort_relation WHERE workout = ? AND (? IS NULL OR activity = ?)",
                [whole.id, activity?.uuidString, activity?.uuidString])
        case .electrocardiogram:
            return SQLCondition(
                "SELECT id, type, start FROM electrocardiogram_sample WHERE electrocardiogram = ?", [whole.id])
        case .correlation:
            return SQLCondition("SELECT id, type, start FROM correlation_member WHERE correlation = ?", [whole.id])
        case .anyCorrelation, .anyWorkout: return nil
        }
    }
}

// MARK: Belonging to anything

extension StoredRelations {
    private static func isAny(_ relation: PredicateRelation) -> Bool {
        relation == .anyCorrelation || relation == .anyWorkout
    }

    /// Returns the condition for samples with any relation, visible or not.
    private static func any(_ relation: PredicateRelation) -> SQLCondition {
        if relation == .anyCorrelation {
            return SQLCondition("EXISTS (SELECT 1 FROM correlation_member AS r WHERE r.id = s.id)")
        }
        return SQLCondition(
            """
            (EXISTS (SELECT 1 FROM workout_sample AS r WHERE r.id = s.id)
             OR EXISTS (SELECT 1 FROM workout_route AS r WHERE r.id = s.id AND r.workout IS NOT NULL))
            """)
    }

    /// Returns whether all objects that can contain a sample are visible.
    private func seesAll(_ relation: PredicateRelation) throws -> Bool {
        if let known = isUnlimited[relation] { return known }
        let types: [HKSampleType] =
            relation == .anyWorkout ? [.workoutType()] : [HKCorrelationType(.bloodPressure), HKCorrelationType(.food)]
        let seesAll = try types.allSatisfy { type in
            do {
                return try viewer.visibility(reader.db, type).isUnlimited
            } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                return false
            }
        }
        isUnlimited[relation] = seesAll
        return seesAll
    }

    /// Returns the positions of the objects that contain a sample.
    private func wholes(of place: Int64, _ relation: PredicateRelation) throws -> [Int64] {
        let sql =
            relation == .anyCorrelation
            ? "SELECT correlation FROM correlation_member WHERE id = ?1"
            : """
            SELECT workout FROM workout_sample WHERE id = ?1
            UNION ALL SELECT workout FROM workout_route WHERE id = ?1 AND workout IS NOT NULL
            """
        return try Int64.fetchAll(reader.db.cachedStatement(sql: sql), arguments: [place])
    }

    private func seesWhole(_ place: Int64) throws -> Bool {
        if let known = wholes[place] { return known }
        let isSeen = try SampleLookup.sample(reader, at: place).map(sees) ?? false
        wholes[place] = isSeen
        return isSeen
    }
}

extension StoredRelations: PredicateRelations {
    /// Returns whether the sample with a UUID is related; returns false and sets ``failure`` if an error occurs.
    package func holds(_ relation: PredicateRelation, sample: UUID) -> Bool {
        do {
            return try SampleLookup.all(sample, reader).contains { try sees($0) && isRelated($0.id, relation) }
        } catch {
            failure = error
            return false
        }
    }
}
