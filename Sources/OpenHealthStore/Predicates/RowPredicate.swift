// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// A predicate that is evaluated with the rows of the table, as far as possible without creating objects.
///
/// The result has three values. If a row isn't sufficient (for a block, a value near a bound that can have been rounded, or data
/// in other tables), an object is created and evaluated. Predicates about facts that many rows share, such as their origin and
/// metadata, are evaluated once for each fact.
final class RowPredicate {
    enum Verdict {
        case yes, no, unknown

        init(_ truth: Bool) {
            self = truth ? .yes : .no
        }
    }

    typealias Check = (RawSample) throws -> Verdict

    private let reader: RecordReader
    private let type: StoredType
    private let relations: StoredRelations
    /// The compiled predicate; nil if all samples match.
    private var check: Check?

    private let memory = Memory()

    /// The limit on cached results for shared facts, for all checks in total. Metadata can differ from sample to sample, and a
    /// predicate can have thousands of checks.
    private final class Memory {
        private static let most = 65_536
        var checks = 0

        /// The maximum number of cached results for one check.
        var share: Int { max(1, Self.most / max(1, checks)) }
    }

    init(_ node: PredicateNode, _ reader: RecordReader, type: StoredType, relations: StoredRelations) {
        self.reader = reader
        self.type = type
        self.relations = relations
        if node != .constant(true) { check = compile(node) }
    }

    /// Evaluates the predicate with a row.
    @inline(__always)
    func callAsFunction(_ sample: RawSample) throws -> Verdict {
        guard let check else { return .yes }
        return try check(sample)
    }

    // MARK: Shared facts

    /// The subject of a predicate.
    enum Subject {
        /// The origin of the sample.
        case origin
        case metadata
        case other
    }

    /// Returns the subject of a predicate; nil if it has none.
    static func asks(_ node: PredicateNode) -> Subject? {
        switch node {
        case .constant: return nil
        case .not(let inner): return asks(inner)
        case .and(let nodes), .or(let nodes):
            let subjects = nodes.compactMap(asks)
            guard let first = subjects.first else { return nil }
            return subjects.allSatisfy { $0 == first } ? first : .other
        case .compare(let field, _, _):
            switch field {
            case .source, .sourceName, .sourceBundleIdentifier, .sourceRevision, .sourceVersion, .productType, .device,
                .deviceProperty:
                return .origin
            case .metadata: return .metadata
            default: return .other
            }
        case .interval, .related, .activity, .block, .refused: return .other
        }
    }

    /// Returns whether objects of an origin match a predicate whose only subject is the origin.
    static func holds(_ node: PredicateNode, of origin: Origin) -> Bool {
        node.matches(
            HKObject(fields: HKObjectFields(uuid: blank, sourceRevision: origin.revision, device: origin.hardware)),
            relations: nil)
    }

    private static func holds(_ node: PredicateNode, of metadata: [String: HKMetadataValue]) -> Bool {
        node.matches(
            HKObject(fields: HKObjectFields(uuid: blank, sourceRevision: .current, metadata: metadata)), relations: nil)
    }

    private static let blank = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    // MARK: Compiling

    private func compile(_ node: PredicateNode) -> Check {
        switch Self.asks(node) {
        case .origin: return originCheck(node)
        case .metadata: return metadataCheck(node)
        default: break
        }
        switch node {
        case .constant(let truth): return { _ in Verdict(truth) }
        case .not(let inner):
            let check = compile(inner)
            return { sample in
                switch try check(sample) {
                case .yes: .no
                case .no: .yes
                case .unknown: .unknown
                }
            }
        case .and(let nodes): return Self.all(nodes.map(compile), until: .no)
        case .or(let nodes): return Self.all(nodes.map(compile), until: .yes)
        case .interval(let interval):
            let (from, to) = (interval.from, interval.to)
            return { sample in
                for bound in [from, to] {
                    if (sample.start - bound).magnitude <= PredicateSQL.tolerance { return .unknown }
                    if (sample.end - bound).magnitude <= PredicateSQL.tolerance { return .unknown }
                }
                return Verdict(interval.holds(start: sample.start, end: sample.end))
            }
        case .compare(let field, let comparison, let value): return compile(field, comparison, value)
        case .related(let relation):
            let relations = relations
            return { Verdict(try relations.isRelated($0.id, relation)) }
        case .activity where !(type.sampleType is HKWorkoutType): return { _ in .no }
        case .activity, .block: return { _ in .unknown }
        case .refused: return { _ in .no }
        }
    }

    /// Returns a check that runs the given checks until one of them is decisive.
    private static func all(_ checks: [Check], until decisive: Verdict) -> Check {
        { sample in
            var isKnown = true
            for check in checks {
                let verdict = try check(sample)
                if verdict == decisive { return decisive }
                if verdict == .unknown { isKnown = false }
            }
            return isKnown ? (decisive == .no ? .yes : .no) : .unknown
        }
    }

    private func originCheck(_ node: PredicateNode) -> Check {
        var known: [Int64: Verdict] = [:]
        let (reader, memory) = (reader, memory)
        memory.checks += 1
        return { sample in
            if let verdict = known[sample.provenance] { return verdict }
            let verdict = Verdict(Self.holds(node, of: try reader.origin(sample.provenance)))
            if known.count >= memory.share { known.removeAll(keepingCapacity: true) }
            known[sample.provenance] = verdict
            return verdict
        }
    }

    private func metadataCheck(_ node: PredicateNode) -> Check {
        var known: [Int64: Verdict] = [:]
        let (reader, memory) = (reader, memory)
        memory.checks += 1
        return { sample in
            let key = sample.metadata < 0 ? -1 : sample.metadata << 1 | (sample.ordinal < 0 ? 1 : 0)
            if let verdict = known[key] { return verdict }
            let verdict = Verdict(Self.holds(node, of: try reader.values(sample)))
            if known.count >= memory.share { known.removeAll(keepingCapacity: true) }
            known[key] = verdict
            return verdict
        }
    }

    private func compile(
        _ field: PredicateField, _ comparison: PredicateOperator, _ value: PredicateValue
    ) -> Check {
        switch field {
        case .startDate:
            return Self.compare(comparison, value, PredicateSQL.seconds, { _ in PredicateSQL.tolerance }) { $0.start }
        case .endDate:
            return Self.compare(comparison, value, PredicateSQL.seconds, { _ in PredicateSQL.tolerance }) { $0.end }
        case .quantity where type.sampleType is HKQuantityType:
            return Self.compare(comparison, value, type.canonicalValue, PredicateSQL.tolerance) { $0.value }
        case .categoryValue where type.sampleType is HKCategoryType:
            return Self.compare(comparison, value, PredicateSQL.number, { _ in 0 }) { $0.value.isNaN ? 0 : $0.value }
        case .uuid:
            let reader = reader
            if comparison == .in, case .list(let values) = value {
                let wanted = Set(
                    values.compactMap { value -> UUID? in if case .uuid(let uuid) = value { uuid } else { nil } })
                return { Verdict(wanted.contains(try reader.uuid($0))) }
            }
            return { Verdict(comparison.holds([.uuid(try reader.uuid($0))], value)) }
        case .sampleType:
            let verdict = Verdict(comparison.holds([.text(type.identifier)], value))
            return { _ in verdict }
        default:
            guard isAbsent(field) else { break }
            let verdict = Verdict(comparison.holds([], value))
            return { _ in verdict }
        }
        return { _ in .unknown }
    }

    /// Returns whether samples of the type never have a property.
    private func isAbsent(_ field: PredicateField) -> Bool {
        switch type.sampleType {
        case is HKQuantityType:
            switch field {
            case .quantity, .count, .sum, .minimum, .maximum, .mostRecent, .mostRecentStart, .mostRecentEnd,
                .mostRecentDuration:
                false
            default: true
            }
        case is HKCategoryType: field != .categoryValue
        default: false
        }
    }

    /// Returns a check that compares a number of each row with numbers. The result is unknown if the number is within `tolerance` of
    /// one of them.
    private static func compare(
        _ comparison: PredicateOperator, _ value: PredicateValue, _ number: (PredicateValue) -> Double?,
        _ tolerance: (Double) -> Double, _ column: @escaping (RawSample) -> Double
    ) -> Check {
        let values: [PredicateValue] = if case .list(let list) = value { list } else { [value] }
        let bounds = values.compactMap(number).map { (value: $0, tolerance: tolerance($0)) }
        guard bounds.count == values.count, let first = bounds.first?.value else { return { _ in .unknown } }
        let isFitting: @Sendable (Double) -> Bool
        switch (comparison, value, bounds.count) {
        case (.in, .list, _): return isAmong(bounds, column)
        case (.between, .list, 2):
            let second = bounds[1].value
            isFitting = { first <= $0 && $0 <= second }
        case (_, .list, _): return { _ in .unknown }
        case (.lessThan, _, _): isFitting = { $0 < first }
        case (.lessThanOrEqualTo, _, _): isFitting = { $0 <= first }
        case (.greaterThan, _, _): isFitting = { $0 > first }
        case (.greaterThanOrEqualTo, _, _): isFitting = { $0 >= first }
        case (.equalTo, _, _): isFitting = { $0 == first }
        case (.notEqualTo, _, _): isFitting = { $0 != first }
        default: return { _ in .unknown }
        }
        return { sample in
            let value = column(sample)
            for bound in bounds where bound.tolerance > 0 && (value - bound.value).magnitude <= bound.tolerance {
                return .unknown
            }
            return Verdict(isFitting(value))
        }
    }

    /// Returns a check whether a number of each row is among given numbers. Only its neighbours in ascending order need to be
    /// compared.
    private static func isAmong(
        _ bounds: [(value: Double, tolerance: Double)], _ column: @escaping (RawSample) -> Double
    ) -> Check {
        let bounds = bounds.filter { !$0.value.isNaN }.sorted { $0.value < $1.value }
        return { sample in
            let value = column(sample)
            var (low, high) = (0, bounds.count)
            while low < high {
                let middle = (low + high) / 2
                if bounds[middle].value < value { low = middle + 1 } else { high = middle }
            }
            var isAmong = false
            for bound in bounds[max(0, low - 1)..<min(bounds.count, low + 1)] {
                if bound.tolerance > 0 && (value - bound.value).magnitude <= bound.tolerance { return .unknown }
                if bound.value == value { isAmong = true }
            }
            return Verdict(isAmong)
        }
    }
}
