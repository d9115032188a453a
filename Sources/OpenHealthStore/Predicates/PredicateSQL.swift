// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Converts predicates to SQL.
///
/// The condition matches all samples that match the predicate, and as few others as possible: the bounds of numbers and dates
/// have a tolerance, because a value in its original unit and in the unit of the type can differ in the last digit.
/// ``RowPredicate`` then evaluates the samples that match the condition. Parts without a conversion are therefore omitted in
/// conjunctions, and a disjunction with such a part is omitted as a whole.
struct PredicateSQL {
    let reader: RecordReader
    let type: StoredType
    let relations: StoredRelations
    /// The possible origins of samples of the type; nil if there are too many or they aren't needed.
    let origins: [Int64: Origin]?
    /// The units of workout statistics, which are read once for each set of types.
    let units = StatisticsUnits()
    var db: Database { reader.db }

    /// The tolerance for dates, which lose up to a quarter of a microsecond in conversion.
    static let tolerance = 1e-6

    /// The maximum number of separate lookups in the store; ``RowPredicate`` evaluates longer lists.
    static let maximumLookups = 500

    /// The maximum number of origins that are loaded in advance.
    private static let originLimit = 500

    /// Creates a conversion.
    /// - Parameter node: The predicate, or a predicate that contains it.
    init(_ reader: RecordReader, type: StoredType, for node: PredicateNode, relations: StoredRelations) throws {
        self.reader = reader
        self.type = type
        self.relations = relations
        guard Self.asksForOrigin(node) else {
            origins = nil
            return
        }
        let numbers = try Int64.fetchAll(
            reader.db.cachedStatement(
                sql: """
                    SELECT id FROM provenance WHERE source IN (SELECT source FROM type_source WHERE type = ?)
                    LIMIT \(Self.originLimit + 1)
                    """), arguments: [type.number])
        origins =
            numbers.count > Self.originLimit
            ? nil : Dictionary(uniqueKeysWithValues: try numbers.map { ($0, try reader.origin($0)) })
    }

    private static func asksForOrigin(_ node: PredicateNode) -> Bool {
        switch node {
        case .and(let nodes), .or(let nodes): nodes.contains(where: asksForOrigin)
        case .not(let inner): asksForOrigin(inner)
        default: RowPredicate.asks(node) == .origin
        }
    }

    /// Returns the tolerance for values in the unit of the type.
    static func tolerance(_ value: Double) -> Double { value.magnitude * 1e-9 + 1e-9 }

    /// Returns the condition for a predicate, or for its negation; nil if all samples match.
    func condition(_ node: PredicateNode, negated: Bool = false) throws -> SQLCondition? {
        if let origins, RowPredicate.asks(node) == .origin {
            let fitting = origins.filter { RowPredicate.holds(node, of: $0.value) != negated }
            return fitting.count == origins.count ? nil : Self.provenances(fitting.keys)
        }
        switch node {
        case .constant(let truth): return truth != negated ? nil : .never
        case .not(let inner): return try condition(inner, negated: !negated)
        case .and(let nodes), .or(let nodes):
            let parts = try nodes.map { try condition($0, negated: negated) }
            if case .and = node, !negated { return .all(parts) }
            if case .or = node, negated { return .all(parts) }
            return .any(parts)
        case .interval(let interval): return negated ? nil : Self.condition(interval)
        case .compare(let field, let comparison, let value):
            return try condition(field, comparison, value, negated: negated)
        case .related(let relation): return try relations.condition(relation, negated: negated)
        case .activity:
            return negated
                ? nil : SQLCondition("EXISTS (SELECT 1 FROM workout_activity AS a WHERE a.workout = s.id)")
        case .block, .refused: return nil
        }
    }

    /// Returns the condition for samples of some provenances.
    static func provenances(_ numbers: some Sequence<Int64>) -> SQLCondition {
        let list = SQLCondition.list(numbers)
        return list == "()" ? .never : SQLCondition("s.provenance IN \(list)")
    }

    private static func condition(_ interval: PredicateInterval) -> SQLCondition? {
        let (from, to) = (interval.from - tolerance, interval.to + tolerance)
        func bounds(_ column: String) -> [SQLCondition?] {
            [
                from.isFinite ? SQLCondition("\(column) >= ?", [from]) : nil,
                to.isFinite ? SQLCondition("\(column) < ?", [to]) : nil,
            ]
        }
        let end = "coalesce(s.end, s.start)"
        if !interval.isStartStrict && !interval.isEndStrict {
            return .all([bounds("s.start")[1], bounds(end)[0]])
        }
        return .all((interval.isStartStrict ? bounds("s.start") : []) + (interval.isEndStrict ? bounds(end) : []))
    }
}

/// A cache of the units of workout statistics, by the types of the statistics.
///
/// Finding the units reads all statistics of the types, and a predicate can refer to the same types thousands of times.
final class StatisticsUnits {
    private var known: [[String]: [String]] = [:]

    /// Returns the units of some types, fetching them on first use.
    func names(_ types: [String], _ fetch: () throws -> [String]) rethrows -> [String] {
        if let names = known[types] { return names }
        let names = try fetch()
        known[types] = names
        return names
    }
}
