// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The names that a file declares as floating-point numbers, as far as its text shows.
struct FloatingPointNames {
    private var names: Set<String> = []

    init(in file: SourceFile) {
        for line in file.codeLines {
            // Most lines have neither, and matching a pattern takes much longer than searching for a word.
            if line.contains("Double") || line.contains("TimeInterval") || line.contains("Float") {
                for match in line.matches(of: Self.declaration) { names.insert(String(match.output.1)) }
            }
            if line.contains("let ") || line.contains("var ") {
                for match in line.matches(of: Self.assignment) where Self.isFloatingPoint(match.output.2) {
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
        if expression.contains("Int(") || expression.contains("Int64(") { return false }
        return words.contains { expression.contains($0) } || expression.contains(/\b\d[\d_]*\.\d|\b\d+e\d/)
    }
}
