// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension PredicateSQL {
    /// Returns the condition for a comparison with a property, or for its negation.
    package func condition(
        _ field: PredicateField, _ comparison: PredicateOperator, _ value: PredicateValue, negated: Bool
    ) throws -> SQLCondition? {
        switch field {
        case .startDate:
            return Self.bounds("s.start", comparison, value, negated: negated) {
                Self.seconds($0).map { ($0, Self.tolerance) }
            }
        case .endDate:
            return Self.bounds("coalesce(s.end, s.start)", comparison, value, negated: negated) {
                Self.seconds($0).map { ($0, Self.tolerance) }
            }
        case .quantity where type.sampleType is HKQuantityType:
            return Self.bounds("s.value", comparison, value, negated: negated) { value in
                type.canonicalValue(value).map { ($0, Self.tolerance($0)) }
            }
        case .categoryValue where type.sampleType is HKCategoryType:
            return Self.bounds("coalesce(s.value, 0)", comparison, value, negated: negated) {
                Self.number($0).map { ($0, 0) }
            }
        case .uuid where !negated: return try places(comparison, value)
        case .metadata:
            let fitsAbsence = (comparison == .notEqualTo) != (value == .null) || comparison == .in
            return negated || fitsAbsence ? nil : SQLCondition("s.metadata IS NOT NULL")
        default:
            return type.sampleType is HKWorkoutType
                ? try workoutCondition(field, comparison, value, negated: negated)
                : try documentCondition(field, comparison, value, negated: negated)
        }
    }

    /// Returns the condition that a column is in the bounds of a comparison with numbers.
    /// - Parameter number: Returns the number of a value, and its tolerance.
    static func bounds(
        _ column: String, _ comparison: PredicateOperator, _ value: PredicateValue, negated: Bool,
        _ number: (PredicateValue) -> (Double, tolerance: Double)?
    ) -> SQLCondition? {
        func below(_ value: PredicateValue) -> SQLCondition? {
            number(value).map { SQLCondition("\(column) <= ?", [$0 + $1]) }
        }
        func above(_ value: PredicateValue) -> SQLCondition? {
            number(value).map { SQLCondition("\(column) >= ?", [$0 - $1]) }
        }
        func near(_ value: PredicateValue) -> SQLCondition? {
            number(value).map { SQLCondition("\(column) BETWEEN ? AND ?", [$0 - $1, $0 + $1]) }
        }
        switch comparison {
        case .lessThan, .lessThanOrEqualTo: return negated ? above(value) : below(value)
        case .greaterThan, .greaterThanOrEqualTo: return negated ? below(value) : above(value)
        case .equalTo where !negated, .notEqualTo where negated: return near(value)
        case .between:
            guard case .list(let bounds) = value, bounds.count == 2, let low = number(bounds[0]),
                let high = number(bounds[1])
            else { return nil }
            return negated
                ? SQLCondition("(\(column) <= ? OR \(column) >= ?)", [low.0 + low.tolerance, high.0 - high.tolerance])
                : SQLCondition("\(column) BETWEEN ? AND ?", [low.0 - low.tolerance, high.0 + high.tolerance])
        case .in where !negated:
            guard case .list(let values) = value, values.count <= 100 else { return nil }
            return .any(values.map(near))
        default: return nil
        }
    }

    /// Returns the seconds of a date in the form of the store.
    package static func seconds(_ value: PredicateValue) -> Double? {
        guard case .date(let date) = value, date.timeIntervalSince1970.isFinite else { return nil }
        return date.timeIntervalSince1970
    }

    /// Returns a number, or nil for a Boolean value, which ``RowPredicate`` evaluates.
    package static func number(_ value: PredicateValue) -> Double? {
        guard case .number(let number) = value, number.isFinite else { return nil }
        return number
    }

    // MARK: Identities

    /// Returns the condition for the samples with some UUIDs, or nil if the comparison isn't a search for UUIDs.
    func places(_ comparison: PredicateOperator, _ value: PredicateValue) throws -> SQLCondition? {
        guard let samples = try samples(comparison, value) else { return nil }
        return .any(samples.map { SQLCondition("(s.start = ? AND s.id = ?)", [$0.start, $0.id]) })
    }

    /// Returns the samples of the type with some UUIDs, or nil if the comparison isn't a search for UUIDs.
    package func samples(_ comparison: PredicateOperator, _ value: PredicateValue) throws -> [RawSample]? {
        let values: [PredicateValue]
        switch (comparison, value) {
        case (.equalTo, .uuid): values = [value]
        case (.in, .list(let list)) where list.count <= Self.maximumLookups: values = list
        default: return nil
        }
        var found: [RawSample] = []
        for value in values {
            guard case .uuid(let uuid) = value else { return nil }
            found += try SampleLookup.all(uuid, reader).filter { $0.type == type.number }
        }
        return found
    }
}
