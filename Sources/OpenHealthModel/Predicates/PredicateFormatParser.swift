// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A parser of predicate formats: comparisons joined by AND, OR and NOT.
struct PredicateFormatParser {
    enum Operand {
        case path(PredicateKeyPath, String)
        case value(PredicateValue)
    }

    let format: String
    private let arguments: [Any?]
    private let tokens: [(token: PredicateFormatToken, position: Int)]
    private var index = 0
    /// The number of NOT operators, parentheses, lists and casts around the next token.
    private var level = 1

    /// Parses an entire format.
    static func parse(_ format: String, _ arguments: [Any?]) throws(HKPredicateFormatError) -> PredicateNode {
        var parser = PredicateFormatParser(
            format: format, arguments: arguments, tokens: try PredicateFormatLexer.tokens(of: format))
        let part = try parser.alternatives()
        if parser.token != .end { throw parser.unexpected("AND, OR or the end") }
        return part.node
    }

    private init(
        format: String, arguments: [Any?], tokens: [(token: PredicateFormatToken, position: Int)]
    ) {
        self.format = format
        self.arguments = arguments
        self.tokens = tokens
    }

    // MARK: - Pieces

    private var token: PredicateFormatToken { tokens[index].token }

    /// The position of the next token.
    var position: Int { tokens[index].position }

    private mutating func advance() {
        if index < tokens.count - 1 { index += 1 }
    }

    private mutating func take(sign: String) -> Bool {
        guard token == .sign(sign) else { return false }
        advance()
        return true
    }

    private mutating func take(word: String) -> Bool {
        guard token.isWord(word) else { return false }
        advance()
        return true
    }

    private mutating func expect(sign: String) throws(HKPredicateFormatError) {
        if !take(sign: sign) { throw unexpected(sign) }
    }

    private func unexpected(_ expectation: String) -> HKPredicateFormatError {
        HKPredicateFormatError(format, position, "expected \(expectation), found \(token.description)")
    }

    // MARK: - Levels

    /// A condition and its number of levels.
    private struct Part {
        var node: PredicateNode
        var depth: Int
    }

    private func tooDeep(at position: Int) -> HKPredicateFormatError {
        HKPredicateFormatError(
            format, position,
            "a predicate can be nested at most \(PredicateLimits.depth) levels deep; use fewer NOT and parentheses",
            isNeutral: true)
    }

    /// Parses a part of the predicate one level deeper. Checks the depth first because each level needs stack frames.
    private mutating func nested<Result>(
        _ read: (inout PredicateFormatParser) throws(HKPredicateFormatError) -> Result
    ) throws(HKPredicateFormatError) -> Result {
        guard level < PredicateLimits.depth else { throw tooDeep(at: position) }
        level += 1
        let result = try read(&self)
        level -= 1
        return result
    }

    /// Returns a compound condition that starts at a position.
    private func part(
        _ node: PredicateNode, of inner: [Part], at position: Int
    ) throws(HKPredicateFormatError) -> Part {
        let depth = 1 + inner.reduce(0) { max($0, $1.depth) }
        if depth > PredicateLimits.depth { throw tooDeep(at: position) }
        return Part(node: node, depth: depth)
    }

    /// Returns a comparison that starts at a position.
    private func part(_ node: PredicateNode, at position: Int) throws(HKPredicateFormatError) -> Part {
        var measure = PredicateMeasure()
        do throws(PredicateFault) {
            try measure.add(node, depth: 1)
        } catch PredicateFault.tooDeep {
            throw tooDeep(at: position)
        } catch {
            // An argument has too many values. The query that uses the predicate reports this.
        }
        return Part(node: node, depth: measure.depth)
    }

    // MARK: - Logic

    private mutating func alternatives() throws(HKPredicateFormatError) -> Part {
        let place = position
        var parts = [try conditions()]
        while take(sign: "||") || take(word: "OR") { parts.append(try conditions()) }
        return parts.count == 1 ? parts[0] : try part(.or(parts.map(\.node)), of: parts, at: place)
    }

    private mutating func conditions() throws(HKPredicateFormatError) -> Part {
        let place = position
        var parts = [try condition()]
        while take(sign: "&&") || take(word: "AND") { parts.append(try condition()) }
        return parts.count == 1 ? parts[0] : try part(.and(parts.map(\.node)), of: parts, at: place)
    }

    private mutating func condition() throws(HKPredicateFormatError) -> Part {
        let place = position
        if take(sign: "!") || take(word: "NOT") {
            let inner = try nested { (parser) throws(HKPredicateFormatError) in try parser.condition() }
            return try part(.not(inner.node), of: [inner], at: place)
        }
        if take(word: "TRUEPREDICATE") { return Part(node: .constant(true), depth: 1) }
        if take(word: "FALSEPREDICATE") { return Part(node: .constant(false), depth: 1) }
        if take(sign: "(") {
            let inner = try nested { (parser) throws(HKPredicateFormatError) in try parser.alternatives() }
            try expect(sign: ")")
            return inner
        }
        if take(word: "ANY") || take(word: "SOME") { return try part(try comparison(), at: place) }
        if take(word: "NONE") { return try part(.not(try comparison()), at: place) }
        if token.isWord("ALL") {
            throw HKPredicateFormatError(format, position, "ALL is not supported; ask with NOT and ANY")
        }
        return try part(try comparison(), at: place)
    }

    private mutating func comparison() throws(HKPredicateFormatError) -> PredicateNode {
        let left = try operand()
        let place = position
        let comparison = try comparisonOperator()
        let folding = try options()
        let right = try operand()
        return try PredicateFormatComparison(
            format: format, position: place, comparison: comparison, folding: folding
        ).node(left, right)
    }

    private static let signs: [String: PredicateOperator] = [
        "=": .equalTo, "==": .equalTo, "!=": .notEqualTo, "<>": .notEqualTo, "<": .lessThan, "<=": .lessThanOrEqualTo,
        "=<": .lessThanOrEqualTo, ">": .greaterThan, ">=": .greaterThanOrEqualTo, "=>": .greaterThanOrEqualTo,
    ]
    private static let words: [PredicateOperator] = [
        .in, .between, .contains, .beginsWith, .endsWith, .like, .matches,
    ]

    private mutating func comparisonOperator() throws(HKPredicateFormatError) -> PredicateOperator {
        let found: PredicateOperator? =
            if case .sign(let sign) = token { Self.signs[sign] } else { Self.words.first { token.isWord($0.symbol) } }
        guard let found else {
            throw unexpected(
                "a comparison: ==, !=, <, <=, >, >=, IN, BETWEEN, CONTAINS, BEGINSWITH, ENDSWITH, LIKE or MATCHES")
        }
        advance()
        return found
    }

    private mutating func options() throws(HKPredicateFormatError) -> PredicateFolding {
        guard take(sign: "[") else { return [] }
        guard case .word(let letters) = token, letters.lowercased().allSatisfy({ "cdn".contains($0) }) else {
            throw unexpected("c for letters in either case, d for letters without their marks, or both")
        }
        advance()
        try expect(sign: "]")
        var folding: PredicateFolding = []
        if letters.lowercased().contains("c") { folding.insert(.letterCase) }
        if letters.lowercased().contains("d") { folding.insert(.diacritics) }
        return folding
    }

    // MARK: - Operands

    private mutating func operand() throws(HKPredicateFormatError) -> Operand {
        switch token {
        case .text(let text):
            advance()
            return .value(.text(text))
        case .number(let number):
            advance()
            return .value(.number(number))
        case .sign("-"):
            advance()
            guard case .number(let number) = token else { throw unexpected("a number") }
            advance()
            return .value(.number(-number))
        case .sign("{"):
            return .value(try nested { (parser) throws(HKPredicateFormatError) in try parser.list() })
        case .argument(let sign, let number): return .value(try argument(sign, number))
        case .word(let word):
            if let value = Self.constants[word.uppercased()] {
                advance()
                return .value(value)
            }
            if word.uppercased() == "CAST" {
                return .value(try nested { (parser) throws(HKPredicateFormatError) in try parser.cast() })
            }
            return try path()
        case .key: return try path()
        case .sign, .end: throw unexpected("a key path or a value")
        }
    }

    private static let constants: [String: PredicateValue] = [
        "TRUE": .bool(true), "YES": .bool(true), "FALSE": .bool(false), "NO": .bool(false), "NIL": .null, "NULL": .null,
    ]

    private mutating func list() throws(HKPredicateFormatError) -> PredicateValue {
        try expect(sign: "{")
        var values: [PredicateValue] = []
        if take(sign: "}") { return .list(values) }
        repeat {
            let place = position
            guard case .value(let value) = try operand() else {
                throw HKPredicateFormatError(format, place, "a list has values, not key paths")
            }
            values.append(value)
        } while take(sign: ",")
        try expect(sign: "}")
        return .list(values)
    }

    /// Parses `CAST(number, "NSDate")`, Foundation's notation for dates; the number is in seconds since 2001.
    private mutating func cast() throws(HKPredicateFormatError) -> PredicateValue {
        advance()
        try expect(sign: "(")
        let place = position
        guard case .value(.number(let seconds)) = try operand() else {
            throw HKPredicateFormatError(format, place, "expected the seconds since 2001")
        }
        try expect(sign: ",")
        guard case .text("NSDate") = token else { throw unexpected("\"NSDate\", the only class that CAST knows") }
        advance()
        try expect(sign: ")")
        return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }

    private mutating func path() throws(HKPredicateFormatError) -> Operand {
        let place = position
        var parts: [String] = []
        repeat {
            switch token {
            case .word(let word): parts.append(word)
            case .key(let number):
                guard let name = try argument(number) as? String else {
                    throw HKPredicateFormatError(format, position, "%K takes a key path as a String")
                }
                parts.append(name)
            default: throw unexpected("a part of a key path")
            }
            advance()
        } while take(sign: ".")
        let text = parts.joined(separator: ".")
        if token == .sign("(") {
            throw HKPredicateFormatError(format, place, "the function \(text) is not supported; give the value itself")
        }
        guard let path = PredicateKeyPath(text) else {
            let longer = PredicateKeyPath.known.filter { $0.hasPrefix("\(text).<") }
            let near = longer.isEmpty ? HealthTypes.suggestions(for: text, among: PredicateKeyPath.known) : longer
            let hint =
                near.isEmpty
                ? "the constants HKPredicateKeyPath… list them; metadata.<key> is for metadata"
                : "did you mean \(near.joined(separator: " or "))?"
            throw HKPredicateFormatError(
                format, place, "objects have no key path \(text); \(hint)", remedy: PredicateKeyPath.remedy)
        }
        return .path(path, text)
    }

    private func argument(_ number: Int) throws(HKPredicateFormatError) -> Any? {
        guard number < arguments.count else {
            throw HKPredicateFormatError(
                format, position, "there is no argument for this place; the format has more places than arguments")
        }
        return arguments[number]
    }

    private mutating func argument(_ sign: Character, _ number: Int) throws(HKPredicateFormatError) -> PredicateValue {
        let argument = try argument(number)
        if argument is NSPredicate {
            throw HKPredicateFormatError(
                format, position, "predicates are joined by NSCompoundPredicate, not in a text")
        }
        guard let value = PredicateValue(argument: argument) else {
            throw HKPredicateFormatError(
                format, position, "predicates cannot compare with a \(argument.map { "\(type(of: $0))" } ?? "nil")")
        }
        switch (sign, value) {
        case ("@", _): break
        case (_, .number), (_, .bool): break
        default: throw HKPredicateFormatError(format, position, "%\(sign) takes a number; %@ takes anything")
        }
        advance()
        return value
    }
}
