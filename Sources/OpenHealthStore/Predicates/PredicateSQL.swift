// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Converts predicates to SQL.
///
/// The condition matches all samples that match the predicate, and as few others as possible. The bounds of numbers and
/// dates have a tolerance, because a value in its original unit and in the unit of the type can differ in the last digit.
/// ``RowPredicate`` then evaluates the samples that match the condition. Parts without a conversion are therefore omitted
/// in conjunctions, and a disjunction with such a part is omitted as a whole.
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
