// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension PredicateSQL {
    /// Returns the condition for a comparison with a field in the tables of workouts.
    func workoutCondition(
        _ field: PredicateField, _ comparison: PredicateOperator, _ value: PredicateValue, negated: Bool
    ) throws -> SQLCondition? {
        switch field {
        case .duration:
            let column = "coalesce(w.duration, coalesce(s.end, s.start) - s.start)"
            return Self.bounds(column, comparison, value, negated: negated) {
                Self.number($0).map { ($0, Self.tolerance + Self.tolerance($0)) }
            }.map(Self.inWorkout)
        case .workoutType:
            // The value for “other” also represents unknown activities.
            let bounds = Self.bounds("w.activity_type", comparison, value, negated: negated) {
                Self.number($0).flatMap { $0 == Double(HKWorkoutActivityType.other.rawValue) ? nil : ($0, 0) }
            }
            return comparison == .equalTo || comparison == .in ? bounds.map(Self.inWorkout) : nil
        case .statisticsSum(let type): return try figure("sum", [type], comparison, value, negated: negated)
        case .statisticsAverage(let type): return try figure("average", [type], comparison, value, negated: negated)
        case .statisticsMinimum(let type): return try figure("minimum", [type], comparison, value, negated: negated)
        case .statisticsMaximum(let type): return try figure("maximum", [type], comparison, value, negated: negated)
        case .totalEnergyBurned:
            return try total("totalEnergyBurned", [.activeEnergyBurned], comparison, value, negated: negated)
        case .totalDistance: return try total("totalDistance", Self.distances, comparison, value, negated: negated)
        case .totalSwimmingStrokeCount:
            return try total(
                "totalSwimmingStrokeCount", [.swimmingStrokeCount], comparison, value, negated: negated)
        case .totalFlightsClimbed:
            return try total("totalFlightsClimbed", [.flightsClimbed], comparison, value, negated: negated)
        default: return nil
        }
    }

    /// The types of a workout's distance.
    private static let distances = HealthTypes.all.filter {
        $0.identifier.hasPrefix("HKQuantityTypeIdentifierDistance")
    }.map { HKQuantityTypeIdentifier(rawValue: $0.identifier) }

    private static func inWorkout(_ condition: SQLCondition) -> SQLCondition {
        SQLCondition(
            [SQLCondition("EXISTS (SELECT 1 FROM workout AS w WHERE w.id = s.id AND "), condition, SQLCondition(")")],
            joinedBy: "")
    }

    /// Returns the condition for a total, which is in the attributes, where ``RowPredicate`` evaluates it, or in the statistics.
    private func total(
        _ attribute: String, _ types: [HKQuantityTypeIdentifier], _ comparison: PredicateOperator,
        _ value: PredicateValue, negated: Bool
    ) throws -> SQLCondition? {
        try figure("sum", types.map(\.rawValue), comparison, value, negated: negated).map { figure in
            .any([figure, Self.inWorkout(SQLCondition("w.attributes LIKE ?", ["%\(attribute)%"]))])
        } ?? nil
    }

    /// Returns the condition for a value of the workout's statistics, whose units can differ between workouts.
    private func figure(
        _ column: String, _ types: [String], _ comparison: PredicateOperator, _ value: PredicateValue, negated: Bool
    ) throws -> SQLCondition? {
        guard !negated, comparison != .notEqualTo, comparison != .in, value != .null else { return nil }
        let marks = SQLCondition(
            "x.type IN (\(types.map { _ in "?" }.joined(separator: ",")))",
            types.map { $0 as any DatabaseValueConvertible })
        let units = try units.names(types) {
            try String.fetchAll(
                db,
                sql: "SELECT DISTINCT x.unit FROM workout_statistics AS x WHERE \(marks.sql) AND x.unit IS NOT NULL",
                arguments: StatementArguments(marks.arguments))
        }
        var choices: [SQLCondition?] = []
        for text in units {
            guard let unit = StoredUnit.unit(text) else { continue }
            let bounds = Self.bounds("x.\(column)", comparison, value, negated: false) { value in
                guard case .quantity(let quantity) = value, let number = try? quantity.value(in: unit), number.isFinite
                else { return nil }
                return (number, Self.tolerance(number))
            }
            guard let bounds else { return nil }
            choices.append(.all([SQLCondition("x.unit = ?", [text]), bounds]))
        }
        return SQLCondition(
            [
                SQLCondition(
                    "EXISTS (SELECT 1 FROM workout_statistics AS x WHERE x.workout = s.id AND x.activity IS NULL AND "),
                marks, SQLCondition(" AND "), .any(choices) ?? SQLCondition("1"), SQLCondition(")"),
            ], joinedBy: "")
    }

    /// Returns the condition for a comparison with a field in the tables of electrocardiograms and clinical records.
    func documentCondition(
        _ field: PredicateField, _ comparison: PredicateOperator, _ value: PredicateValue, negated: Bool
    ) throws -> SQLCondition? {
        guard comparison == .equalTo, !negated else { return nil }
        switch (field, value) {
        case (.ecgClassification, .number(let number)):
            // These two values represent several classifications.
            let vague = [HKElectrocardiogram.Classification.notSet, .unrecognized].map { Double($0.rawValue) }
            guard !vague.contains(number) else { return nil }
            return SQLCondition(
                """
                EXISTS (SELECT 1 FROM electrocardiogram AS e WHERE e.id = s.id AND e.classification_value = ?)
                """, [number])
        case (.fhirResourceType, .text(let text)):
            return SQLCondition(
                "EXISTS (SELECT 1 FROM clinical_record AS c WHERE c.id = s.id AND c.fhir_type = ?)", [text])
        case (.fhirIdentifier, .text(let text)):
            return SQLCondition(
                "EXISTS (SELECT 1 FROM clinical_record AS c WHERE c.id = s.id AND c.identifier = ?)", [text])
        default: return nil
        }
    }
}
