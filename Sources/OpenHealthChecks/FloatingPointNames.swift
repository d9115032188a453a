// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
