// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The conditions of a request to Nightscout's interface, such as `find[carbs][$exists]=true`.
///
/// A condition that is not understood is an error: without it, an app would receive, or delete, other documents than it asked for. An app that
/// doses insulin could count its own meals again.
package struct NightscoutFind: Sendable {
    /// An error that names a condition that is not understood.
    package struct NotUnderstood: Error, Equatable {
        /// The parameter.
        package var parameter: String
        /// The problem.
        package var detail: String
    }

    fileprivate indirect enum Condition: Sendable {
        case field(String, Operator, [String])
        case all([Condition])
        case any([Condition])
    }

    fileprivate enum Operator: String, Sendable {
        case equal = "$eq"
        case unequal = "$ne"
        case greater = "$gt"
        case greaterOrEqual = "$gte"
        case less = "$lt"
        case lessOrEqual = "$lte"
        case oneOf = "$in"
        case noneOf = "$nin"
        case exists = "$exists"

        /// Whether the operator is `<`, `<=`, `>` or `>=`.
        var isOrder: Bool {
            switch self {
            case .greater, .greaterOrEqual, .less, .lessOrEqual: true
            default: false
            }
        }

        /// Whether only documents with the field meet the condition.
        func needsValue(_ value: String) -> Bool {
            switch self {
            case .unequal, .noneOf: false
            case .exists: NightscoutFind.isTrue(value)
            default: true
            }
        }
    }

    fileprivate static func isTrue(_ text: String) -> Bool { text != "false" && text != "0" }

    private var conditions: [Condition] = []

    /// Whether there are conditions.
    package var isEmpty: Bool { conditions.isEmpty }

    /// Whether all documents of a type are selected.
    package var selectsAllOfType: Bool {
        conditions.allSatisfy { condition in
            if case .field("type", .equal, _) = condition { true } else { false }
        }
    }

    /// The maximum number of conditions.
    private static let maximumConditions = 200

    /// Creates the conditions from the parameters of a request that begin with `find`.
    /// - Parameter parameters: The decoded names and values, in their order.
    package init(_ parameters: [(name: String, value: String)]) throws(NotUnderstood) {
        var groups: [[String]: [Condition]] = [:]
        var order: [[String]] = []
        var lists: [String: (path: [String], values: [String])] = [:]
        var listOrder: [String] = []
        var count = 0
        for (name, value) in parameters where name == "find" || name.hasPrefix("find[") {
            count += 1
            guard count <= Self.maximumConditions else {
                throw NotUnderstood(parameter: "find", detail: "Expected at most \(Self.maximumConditions) conditions.")
            }
            guard var path = Self.path(name), let first = path.first else { throw Self.unknown(name) }
            var group: [String] = []
            if first == "$or" || first == "$and" {
                guard path.count >= 3 else { throw Self.unknown(name) }
                group = [first, path[1]]
                path.removeFirst(2)
            }
            guard let field = path.first, !field.hasPrefix("$") else { throw Self.unknown(name) }
            guard let rule = Operator(rawValue: path.count > 1 ? path[1] : "$eq") else { throw Self.unknown(name) }
            let isList = rule == .oneOf || rule == .noneOf
            // The members of a list are numbered or repeated: [$in][]=1&[$in][]=2.
            guard path.count <= (isList ? 3 : 2) else { throw Self.unknown(name) }
            guard !value.hasPrefix("/") || NightscoutPattern(value) != nil else {
                throw NotUnderstood(
                    parameter: name.limited(to: 100),
                    detail:
                        "Expected a pattern of alternatives without special characters, such as /Sensor Start|Sensor Change/."
                )
            }
            try Self.check(value, of: field, rule, in: name)
            if isList {
                let key = (group + [field, rule.rawValue]).joined(separator: "]")
                if lists[key] == nil { listOrder.append(key) }
                lists[key, default: (group + [field, rule.rawValue], [])].values.append(value)
                continue
            }
            if groups[group] == nil { order.append(group) }
            groups[group, default: []].append(.field(field, rule, [value]))
        }
        for key in listOrder {
            guard let (path, values) = lists[key], let rule = path.last.flatMap(Operator.init) else { continue }
            let (group, field) = (Array(path.dropLast(2)), path[path.count - 2])
            if groups[group] == nil { order.append(group) }
            groups[group, default: []].append(.field(field, rule, values))
        }
        var choices: [Condition] = []
        for group in order {
            let members = groups[group] ?? []
            switch group.first {
            case "$or": choices.append(.all(members))
            case nil: conditions += members
            default: conditions.append(.all(members))
            }
        }
        if !choices.isEmpty { conditions.append(.any(choices)) }
    }

    /// The parameters of version 3 that are no conditions.
    private static let otherParameters: Set = ["sort", "sort$desc", "limit", "skip", "fields", "now", "token"]

    /// Creates the conditions of a request of version 3: `FIELD=VALUE` or `FIELD$OPERATOR=VALUE`.
    /// - Parameter parameters: The decoded names and values.
    package init(version3 parameters: [(name: String, value: String)]) throws(NotUnderstood) {
        for (name, value) in parameters where !Self.otherParameters.contains(name) && !name.isEmpty {
            guard conditions.count < Self.maximumConditions else {
                throw NotUnderstood(parameter: name, detail: "Expected at most \(Self.maximumConditions) conditions.")
            }
            let parts = name.split(separator: "$", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (field, rule) = (parts[0], parts.count > 1 ? parts[1] : "eq")
            // Only valid documents are listed.
            if field == "isValid" { continue }
            let isQuoted = value.utf8.count > 1 && value.hasPrefix("'") && value.hasSuffix("'")
            let text = isQuoted ? String(value.dropFirst().dropLast()) : value
            switch rule {
            case "in", "nin":
                let (rule, values) = (
                    rule == "in" ? Operator.oneOf : .noneOf, text.split(separator: "|").map(String.init)
                )
                for value in values { try Self.check(value, of: field, rule, in: name) }
                conditions.append(.field(field, rule, values))
            case "re":
                guard NightscoutPattern("/\(text)/") != nil else {
                    throw NotUnderstood(
                        parameter: name.limited(to: 100),
                        detail: "Expected a pattern of alternatives without special characters, such as Start|Change.")
                }
                conditions.append(.field(field, .equal, ["/\(text)/"]))
            case "eq", "ne", "gt", "gte", "lt", "lte":
                guard let rule = Operator(rawValue: "$" + rule) else { continue }
                try Self.check(text, of: field, rule, in: name)
                conditions.append(.field(field, rule, [text]))
            default:
                throw NotUnderstood(
                    parameter: name.limited(to: 100), detail: "Unsupported filter operator \(rule.limited(to: 100))")
            }
        }
    }

    /// Adds the condition that a field has a value.
    package mutating func require(_ field: String, _ value: String) {
        conditions.append(.field(field, .equal, [value]))
    }

    /// The fields whose values are texts, which can look like numbers that are not finite.
    private static let texts: Set = [
        "_id", "app", "device", "direction", "enteredBy", "eventType", "foodType", "id", "identifier", "notes",
        "profile",
        "reason", "syncIdentifier", "temp", "type", "units", "uuid",
    ]

    /// Checks that the value of a condition is not a number that is infinite, NaN or hexadecimal, and that a date is compared with a date.
    ///
    /// JavaScript makes `NaN` and `Invalid Date` of a missing date. As a text, each is later than every date.
    private static func check(
        _ value: String, of field: String, _ rule: Operator, in name: String
    ) throws(NotUnderstood) {
        guard !texts.contains(field) else { return }
        guard Double(value) == nil || parseDouble(value) != nil else {
            throw NotUnderstood(
                parameter: name.limited(to: 100), detail: "Expected a finite decimal number, a date or another text.")
        }
        guard rule.isOrder, comparedAsDates.contains(field) else { return }
        // A date may be cut off, such as 2026-11.
        guard instant(value) != nil || value.prefix(4).utf8.count(where: { (0x30...0x39).contains($0) }) == 4 else {
            throw NotUnderstood(
                parameter: name.limited(to: 100),
                detail: "Expected a date, such as 2026-11-20T12:00:00Z, or a number of milliseconds.")
        }
    }

    private static func unknown(_ name: String) -> NotUnderstood {
        NotUnderstood(
            parameter: name.limited(to: 100),
            detail:
                "Expected find[FIELD] or find[FIELD][OPERATOR] with $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin or $exists, "
                + "also in $and or $or.")
    }

    /// Returns the parts of a name such as `find[a][$gt]`; nil if the brackets do not fit.
    private static func path(_ name: String) -> [String]? {
        var rest = name.dropFirst("find".count)
        var parts: [String] = []
        while !rest.isEmpty {
            guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return nil }
            parts.append(String(rest[rest.index(after: rest.startIndex)..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return parts.first?.isEmpty == false ? parts : nil
    }

    // MARK: Selection

    /// The selection of documents that meet all conditions.
    package var selection: NightscoutSelection {
        var (name, includesSamples) = (String?.none, true)
        var (from, to) = (-Double.infinity, Double.infinity)
        for case .field(let field, let rule, let values) in conditions {
            guard let value = values.first else { continue }
            if !Self.sampleFields.contains(field), rule.needsValue(value) { includesSamples = false }
            if field == "_id", rule == .equal { name = value }
            guard Self.dateFields.contains(field), let date = Self.instant(value) else { continue }
            // The date of a document can be that of another field, which differs by less than a day.
            switch rule {
            case .equal: (from, to) = (max(from, date - 86_400), min(to, date + 86_400))
            case .greater, .greaterOrEqual: from = max(from, date - 86_400)
            case .less, .lessOrEqual: to = min(to, date + 86_400)
            default: break
            }
        }
        let conditions = conditions
        return NightscoutSelection(name: name, dates: from...max(from, to), includesSamples: includesSamples) { json in
            conditions.allSatisfy { $0.holds(for: json) }
        }
    }

    /// The fields of documents that are made from samples.
    private static let sampleFields: Set = [
        "_id", "type", "sgv", "mbg", "date", "dateString", "sysTime", "device", "direction", "eventType", "created_at",
        "timestamp", "amount", "insulin", "carbs", "enteredBy", "duration", "temp", "rate", "absolute", "utcOffset",
        "identifier", "srvModified", "srvCreated", "app", "units",
    ]

    /// The fields whose values are compared as dates.
    fileprivate static let comparedAsDates = dateFields.union(["srvModified", "srvCreated"])

    /// The fields that can be the date of a document.
    fileprivate static let dateFields: Set = [
        "date", "mills", "dateString", "sysTime", "created_at", "timestamp", "timeStamp", "startDate",
    ]

    fileprivate static func instant(_ text: String) -> Double? {
        guard text.utf8.count <= 100 else { return nil }
        // Some apps do not encode the plus sign of a time zone.
        if let date = NightscoutDate(text) ?? NightscoutDate(text.replacing(" ", with: "+")) { return date.seconds }
        return parseDouble(text).map { $0.magnitude < 1e11 ? $0 : $0 / 1000 }
    }
}

extension NightscoutFind.Condition {
    fileprivate func holds(for json: JSONValue) -> Bool {
        switch self {
        case .all(let members): members.allSatisfy { $0.holds(for: json) }
        case .any(let members): members.contains { $0.holds(for: json) }
        case .field("_id", .equal, let values): Self.isName(of: json, values)
        case .field("_id", .oneOf, let values): values.contains { Self.isName(of: json, [$0]) }
        case .field(let field, let rule, let values): Self.holds(rule, json.value(at: field), field, values)
        }
    }

    private static func holds(
        _ rule: NightscoutFind.Operator, _ found: JSONValue?, _ field: String, _ values: [String]
    ) -> Bool {
        switch rule {
        case .exists: return (found != nil) == (values.first.map(NightscoutFind.isTrue) ?? true)
        case .equal: return values.allSatisfy { isEqual(found, $0, field) }
        case .unequal: return values.allSatisfy { !isEqual(found, $0, field) }
        case .oneOf: return values.contains { isEqual(found, $0, field) }
        case .noneOf: return !values.contains { isEqual(found, $0, field) }
        case .greater, .greaterOrEqual, .less, .lessOrEqual:
            guard let found, let value = values.first, let order = order(found, value, field) else { return false }
            return switch rule {
            case .greater: order == .orderedDescending
            case .greaterOrEqual: order != .orderedAscending
            case .less: order == .orderedAscending
            default: order != .orderedDescending
            }
        }
    }

    /// Returns whether values are the `_id` of a document, or the identifier that its sender chose, which a server of Nightscout finds in the same way.
    private static func isName(of json: JSONValue, _ values: [String]) -> Bool {
        ["_id", "identifier"].contains { holds(.equal, json.value(at: $0), $0, values) }
    }

    private static func isEqual(_ found: JSONValue?, _ value: String, _ field: String) -> Bool {
        guard let found else { return false }
        if case .array(let members) = found { return members.contains { isEqual($0, value, field) } }
        if let pattern = NightscoutPattern(value), case .string(let text) = found { return pattern.matches(text) }
        return order(found, value, field) == .orderedSame
    }

    /// Compares a value of a document with a text: as dates, numbers or texts.
    private static func order(_ found: JSONValue, _ value: String, _ field: String) -> ComparisonResult? {
        if NightscoutFind.comparedAsDates.contains(field), let date = NightscoutFind.instant(value) {
            let other =
                switch found {
                case .string(let text): NightscoutFind.instant(text)
                case .number(let text): NightscoutFind.instant(text)
                default: Double?.none
                }
            return other.flatMap { compare($0, date) }
        }
        switch found {
        case .number(let text):
            guard let left = parseDouble(text), let right = parseDouble(value) else { return nil }
            return compare(left, right)
        case .string(let text): return compare(text, value)
        case .bool(let truth): return (truth ? "true" : "false") == value ? .orderedSame : nil
        case .null, .array, .object: return nil
        }
    }

    /// Compares two values; nil if they have no order, such as a number and NaN.
    private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult? {
        left < right ? .orderedAscending : left > right ? .orderedDescending : left == right ? .orderedSame : nil
    }
}

/// A pattern such as `/Sensor Start|Sensor Change/i`: alternatives that a text contains, or with `^` and `$` begins and ends with.
private struct NightscoutPattern {
    private var alternatives: [(text: String, isStart: Bool, isEnd: Bool)] = []
    private var ignoresCase = false

    /// Creates a pattern; nil if the text is not one, or has other special characters.
    init?(_ text: String) {
        guard text.utf8.count > 2, text.first == "/", let end = text.lastIndex(of: "/"), end > text.startIndex else {
            return nil
        }
        let flags = text[text.index(after: end)...]
        guard flags.isEmpty || flags == "i" else { return nil }
        ignoresCase = !flags.isEmpty
        for part in text[text.index(after: text.startIndex)..<end].split(separator: "|") {
            var part = part
            let isStart = part.first == "^"
            if isStart { part.removeFirst() }
            let isEnd = part.last == "$"
            if isEnd { part.removeLast() }
            guard !part.contains(where: { "\\.*+?()[]{}^$".contains($0) }) else { return nil }
            alternatives.append((ignoresCase ? part.lowercased() : String(part), isStart, isEnd))
        }
    }

    func matches(_ text: String) -> Bool {
        let text = ignoresCase ? text.lowercased() : text
        return alternatives.contains { part in
            switch (part.isStart, part.isEnd) {
            case (true, true): text == part.text
            case (true, false): text.hasPrefix(part.text)
            case (false, true): text.hasSuffix(part.text)
            case (false, false): text.contains(part.text)
            }
        }
    }
}

extension JSONValue {
    /// The value at a path of keys with dots; nil if it is missing or null.
    fileprivate func value(at path: String) -> JSONValue? {
        var found: JSONValue? = self
        if let whole = self[path] {
            found = whole
        } else {
            for key in path.split(separator: ".") { found = found?[String(key)] }
        }
        if case .null? = found { return nil }
        return found
    }
}
