// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension PredicateSQL {
    /// Returns the ranges of start dates of the samples that match a predicate, or its negation.
    package func starts(_ node: PredicateNode, negated: Bool = false) throws -> StartRanges {
        switch node {
        case .constant(let truth): return truth != negated ? .all : .none
        case .not(let inner): return try starts(inner, negated: !negated)
        case .and(let nodes), .or(let nodes):
            let isAnd = if case .and = node { true } else { false }
            if isAnd != negated {
                return .intersection(of: try nodes.map { try starts($0, negated: negated) })
            }
            return .union(of: try nodes.map { try starts($0, negated: negated) })
        case .interval(let interval): return negated ? .all : try starts(interval)
        case .compare(let field, let comparison, let value):
            return try starts(field, comparison, value, negated: negated)
        case .related(let relation): return negated ? .all : try relations.starts(relation, type: type)
        case .activity, .block, .refused: return .all
        }
    }

    private func starts(_ interval: PredicateInterval) throws -> StartRanges {
        let (from, to) = (interval.from - Self.tolerance, interval.to + Self.tolerance)
        if interval.isStartStrict { return StartRanges(from: from, through: to) }
        return StartRanges(from: try earliest(endingFrom: from), through: to)
    }

    private func starts(
        _ field: PredicateField, _ comparison: PredicateOperator, _ value: PredicateValue, negated: Bool
    ) throws -> StartRanges {
        switch field {
        case .startDate:
            guard let bounds = Self.dates(comparison, value, negated: negated) else { return .all }
            return .union(of: bounds.map { StartRanges(from: $0.lowerBound, through: $0.upperBound) })
        case .endDate:
            // Each date requires a lookup in the store.
            guard let bounds = Self.dates(comparison, value, negated: negated), bounds.count <= Self.maximumLookups
            else { return .all }
            return .union(
                of: try bounds.map {
                    StartRanges(from: try earliest(endingFrom: $0.lowerBound), through: $0.upperBound)
                })
        case .uuid where !negated:
            return try samples(comparison, value).map { StartRanges(moments: $0.map(\.start)) } ?? .all
        default: return .all
        }
    }

    private func earliest(endingFrom date: Double) throws -> Double {
        try TypeExtents.earliestStart(db, type: type.number, endingFrom: date)
    }

    /// Returns the ranges of dates that match a comparison, or nil for all dates.
    private static func dates(
        _ comparison: PredicateOperator, _ value: PredicateValue, negated: Bool
    ) -> [ClosedRange<Double>]? {
        func below(_ value: PredicateValue) -> [ClosedRange<Double>]? {
            seconds(value).map { [-.infinity...($0 + tolerance)] }
        }
        func above(_ value: PredicateValue) -> [ClosedRange<Double>]? {
            seconds(value).map { [($0 - tolerance) ... .infinity] }
        }
        switch comparison {
        case .lessThan, .lessThanOrEqualTo: return negated ? above(value) : below(value)
        case .greaterThan, .greaterThanOrEqualTo: return negated ? below(value) : above(value)
        case .equalTo where !negated, .notEqualTo where negated:
            return seconds(value).map { [($0 - tolerance)...($0 + tolerance)] }
        case .between where !negated:
            guard case .list(let bounds) = value, bounds.count == 2, let from = seconds(bounds[0]),
                let to = seconds(bounds[1])
            else { return nil }
            return from <= to ? [(from - tolerance)...(to + tolerance)] : []
        case .in where !negated:
            guard case .list(let values) = value else { return nil }
            let moments = values.compactMap(seconds)
            return moments.count == values.count ? moments.map { ($0 - tolerance)...($0 + tolerance) } : nil
        default: return nil
        }
    }
}
