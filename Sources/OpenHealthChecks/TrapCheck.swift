// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A check for code that stops the process, in the targets that read outside input.
///
/// The rule is textual: it knows no types. It reports every `precondition`, `fatalError`, `try!`, `as!`, force-unwrapping
/// and `doubleValue(for:)`. Of conversions to integers it reports those whose argument contains a name that the same file declares as a
/// floating-point number, or an expression that creates one; `Int(exactly:)` and the other labelled forms do not stop the process.
/// In all targets it reports `abs`, which stops the process for the least integer, and which `magnitude` replaces.
/// A line that cannot stop it has the reason in a comment that begins with `checked:`, on the line or on the one above.
package enum TrapCheck {
    /// The targets that read files, requests, responses of servers and the store.
    package static let targets: Set<String> = [
        "OpenHealthAPI", "OpenHealthAccess", "OpenHealthBackup", "OpenHealthExport", "OpenHealthFormats",
        "OpenHealthInsights",
        "OpenHealthPages", "OpenHealthServer", "OpenHealthSharing", "OpenHealthStatistics", "OpenHealthStore",
        "OpenHealthWarehouse",
    ]

    /// The prefix of the reason why a line is safe.
    package static let mark = "// checked: "

    /// Returns every line that may stop the process and has no such reason.
    package static func faults(in tree: SourceTree) throws -> [Fault] {
        try tree.swiftFiles(under: ["Sources"])
            .filter { !$0.isGenerated }
            .flatMap(faults).sorted()
    }

    static func faults(in file: SourceFile) -> [Fault] {
        let numbers = targets.contains(file.target ?? "") ? FloatingPointNames(in: file) : nil
        let codeLines = file.codeLines
        return codeLines.indices.flatMap { index -> [Fault] in
            let code = String(codeLines[index])
            let traps = (numbers.map { Self.traps(in: code, $0) } ?? []) + (contains("abs(", in: code) ? ["abs"] : [])
            guard !traps.isEmpty, !isExplained(file, index) else { return [] }
            return traps.map { trap in
                Fault(
                    file.path, line: index + 1,
                    "\(trap) stops the process; throw an error, or say why it cannot with \"\(mark)…\"")
            }
        }
    }

    /// Returns whether the line, or a comment alone on the line above it, has the reason why the line is safe.
    private static func isExplained(_ file: SourceFile, _ index: Int) -> Bool {
        func hasReason(_ line: Substring) -> Bool {
            guard let range = line.firstRange(of: mark) else { return false }
            return line[range.upperBound...].contains { $0 != " " }
        }
        if hasReason(file.lines[index]) { return true }
        guard index > 0 else { return false }
        let above = file.lines[index - 1]
        return above.drop { $0 == " " }.hasPrefix("//") && hasReason(above)
    }

    /// Returns the parts of a line of code that stop the process.
    static func traps(in code: String, _ numbers: FloatingPointNames) -> [String] {
        var traps = words.filter { contains($0, in: code) }.map { $0.hasSuffix("(") ? String($0.dropLast()) : $0 }
        if ["doubleValue(for:", ".doubleValue(for "].contains(where: { ByteSearch.finds($0, in: code) }) {
            traps.append("doubleValue(for:)")
        }
        if hasForceUnwrapping(code) { traps.append("a force-unwrapping") }
        for argument in integerConversions(in: code) where numbers.makeUp(argument) {
            traps.append("the conversion of a floating-point number to an integer")
            break
        }
        return traps
    }

    private static let words = ["precondition(", "preconditionFailure(", "fatalError(", "try!", "as!"]

    private static func contains(_ word: String, in code: String) -> Bool {
        ByteSearch.finds(word, in: code)
            && code.ranges(of: word).contains { range in
                range.lowerBound == code.startIndex || !isPartOfName(code[code.index(before: range.lowerBound)])
            }
    }

    /// Returns whether an exclamation mark follows an operand; before an operand it negates, and `!=` compares.
    private static func hasForceUnwrapping(_ code: String) -> Bool {
        guard code.utf8.contains(UInt8(ascii: "!")) else { return false }
        let letters = Array(code)
        return letters.indices.contains { index in
            guard letters[index] == "!", index > 0 else { return false }
            let before = letters[index - 1]
            guard isPartOfName(before) || ")]}\"".contains(before) else { return false }
            let name = String(letters[..<index].reversed().prefix(while: isPartOfName).reversed())
            if name == "try" || name == "as" { return false }
            return index + 1 == letters.count || letters[index + 1] != "="
        }
    }

    /// Returns the arguments of conversions to integers that have no label.
    private static func integerConversions(in code: String) -> [Substring] {
        guard ByteSearch.finds("Int", in: code) else { return [] }
        return code.matches(of: /\bU?Int(?:8|16|32|64)?\(/).compactMap { match in
            if match.range.lowerBound > code.startIndex {
                let before = code[code.index(before: match.range.lowerBound)]
                if isPartOfName(before) || before == "." { return nil }
            }
            var depth = 1
            let rest = code[match.range.upperBound...]
            let argument = rest.prefix { letter in
                if letter == "(" { depth += 1 }
                if letter == ")" { depth -= 1 }
                return depth > 0
            }
            return argument.firstMatch(of: /^\s*[A-Za-z_]+:/) == nil ? argument : nil
        }
    }

    static func isPartOfName(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber || letter == "_" }
}

/// The names that a file declares as floating-point numbers, as far as its text shows.
struct FloatingPointNames {
    private var names: Set<String> = []

    init(in file: SourceFile) {
        let (declaration, assignment) = (Self.declaration, Self.assignment)
        for line in file.codeLines {
            // Most lines have neither, and matching a pattern takes much longer than searching for a word.
            if ["Double", "TimeInterval", "Float"].contains(where: { ByteSearch.finds($0, in: line) }) {
                for match in line.matches(of: declaration) { names.insert(String(match.output.1)) }
            }
            if ByteSearch.finds("let ", in: line) || ByteSearch.finds("var ", in: line) {
                for match in line.matches(of: assignment) where Self.isFloatingPoint(match.output.2) {
                    names.insert(String(match.output.1))
                }
            }
        }
    }

    /// Returns whether an expression contains one of the names, or creates a floating-point number itself.
    func makeUp(_ expression: Substring) -> Bool {
        if Self.isFloatingPoint(expression) { return true }
        return expression.matches(of: Self.name).contains { match in
            match.output.1.isEmpty && match.output.3 == nil && names.contains(String(match.output.2))
        }
    }

    /// A parameter, property or variable of the type, or a list of them.
    private static var declaration: Regex<(Substring, Substring)> {
        /([A-Za-z_][A-Za-z0-9_]*)\s*:\s*(?:inout\s+)?\[?(?:Double|TimeInterval|Float)\b/
    }

    /// A constant or variable, and the expression that it is initialized with.
    private static var assignment: Regex<(Substring, Substring, Substring)> {
        /\b(?:let|var)\s+([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.+)$/
    }

    /// A name, the point before it, and a property after it that is a whole number.
    private static var name: Regex<(Substring, Substring, Substring, Substring?)> {
        /(\.?)\b([A-Za-z_][A-Za-z0-9_]*)\b(\.(?:count|exponent|rawValue)\b)?/
    }

    /// Returns whether an expression has a decimal literal or a function that returns a floating-point number.
    private static func isFloatingPoint(_ expression: Substring) -> Bool {
        let words = [".rounded(", "Double(", "imeInterval", "log10(", "pow(", "sqrt("]
        if ByteSearch.finds("Int(", in: expression) || ByteSearch.finds("Int64(", in: expression) { return false }
        if words.contains(where: { ByteSearch.finds($0, in: expression) }) { return true }
        // Most expressions have no digit.
        return expression.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && expression.contains(/\b\d[\d_]*\.\d|\b\d+e\d/)
    }
}
