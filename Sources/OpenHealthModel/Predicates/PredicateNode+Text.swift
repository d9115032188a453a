// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateNode: CustomStringConvertible {
    /// The predicate as a format string.
    package var description: String {
        switch self {
        case .constant(let truth): return truth ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .and(let parts): return Self.joined(parts, by: " AND ", ifEmpty: true)
        case .or(let parts): return Self.joined(parts, by: " OR ", ifEmpty: false)
        case .not(let part): return "NOT (\(part))"
        case .interval(let interval): return "\(interval)"
        case .compare(let field, let comparison, let value):
            return "\(field.keyPath) \(comparison.symbol)\(value.options) \(value)"
        case .related(let relation): return "\(relation)"
        case .activity(let part): return "\(HKPredicateKeyPathWorkoutActivity)(\(part))"
        case .block(let block): return "BLOCKPREDICATE(\(ObjectIdentifier(block.predicate).hashValue))"
        case .refused(let fault): return "REFUSEDPREDICATE(\(fault))"
        }
    }

    private static func joined(_ parts: [PredicateNode], by word: String, ifEmpty truth: Bool) -> String {
        parts.isEmpty ? "\(PredicateNode.constant(truth))" : parts.map { "(\($0))" }.joined(separator: word)
    }
}

extension PredicateInterval: CustomStringConvertible {
    /// The conditions that the interval represents.
    package var description: String {
        let (from, to) = (PredicateValue.time(from), PredicateValue.time(to))
        if includesEndAtStart { return "startDate < \(to) AND endDate >= \(from)" }
        if !isStartStrict && !isEndStrict {
            return "startDate < \(to) AND (endDate > \(from) OR startDate >= \(from))"
        }
        let bounds = [(isStartStrict, "startDate"), (isEndStrict, "endDate")].filter(\.0).map(\.1)
        return bounds.map { "\($0) >= \(from) AND \($0) < \(to)" }.joined(separator: " AND ")
    }
}

extension PredicateRelation: CustomStringConvertible {
    /// The relation as a comparison of a key path.
    package var description: String {
        switch self {
        case .workout(let uuid): return "\(HKPredicateKeyPathWorkout) == \(uuid)"
        case .effort(let workout, let activity):
            let path = HKPredicateKeyPathWorkoutEffortRelationship
            return "\(path) == \(workout)" + (activity.map { " AND \(path).activity == \($0)" } ?? "")
        case .electrocardiogram(let uuid): return "electrocardiogram == \(uuid)"
        case .correlation(let uuid): return "\(HKPredicateKeyPathCorrelation) == \(uuid)"
        case .anyCorrelation: return "\(HKPredicateKeyPathCorrelation) != nil"
        case .anyWorkout: return "\(HKPredicateKeyPathWorkout) != nil"
        }
    }
}

extension PredicateOperator {
    /// The operator in predicate formats.
    package var symbol: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        case .matches, .like, .beginsWith, .endsWith, .contains, .in, .between: rawValue.uppercased()
        }
    }
}

extension PredicateValue: CustomStringConvertible {
    /// The value in predicate formats.
    package var description: String {
        switch self {
        case .null: "nil"
        case .bool(let truth): truth ? "YES" : "NO"
        case .number(let number): number.description.hasSuffix(".0") ? "\(number.description.dropLast(2))" : "\(number)"
        case .text(let text), .folded(let text, _):
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .date(let date): Self.time(date.timeIntervalSince1970)
        case .quantity(let quantity): "\(quantity)"
        case .uuid(let uuid): "\(uuid)"
        case .source(let source): "\(source.bundleIdentifier)"
        case .revision(let revision):
            "\(revision.source.bundleIdentifier) \(revision.version ?? "nil") \(revision.productType ?? "nil")"
        case .device(let device): "{" + device.properties.map { $0 ?? "nil" }.joined(separator: ", ") + "}"
        case .day(let day): day.predicateParts.map(String.init).joined(separator: "-")
        case .list(let values): "{" + values.map(\.description).joined(separator: ", ") + "}"
        }
    }

    /// The comparison options that follow the operator.
    fileprivate var options: String {
        switch self {
        case .folded(_, let folding):
            "[" + (folding.contains(.letterCase) ? "c" : "") + (folding.contains(.diacritics) ? "d" : "") + "]"
        case .list(let values): values.first?.options ?? ""
        default: ""
        }
    }

    /// Returns a time in seconds since 1970 as a predicate format.
    fileprivate static func time(_ seconds: Double) -> String {
        switch seconds {
        case .infinity: "distantFuture"
        case -.infinity: "distantPast"
        default: "CAST(\(seconds - Date.timeIntervalBetween1970AndReferenceDate), \"NSDate\")"
        }
    }
}
