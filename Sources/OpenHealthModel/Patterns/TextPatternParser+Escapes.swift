// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension TextPatternParser {
    /// Reads an escape, which begins with a backslash. Returns `nil` for an empty quotation.
    mutating func escape() throws(TextPatternError) -> Part? {
        if let set = try shorthand() { return Self.part(set) }
        let start = place
        place += 1
        switch next {
        case "b": return try anchor(.wordBoundary)
        case "B": return try anchor(.noWordBoundary)
        case "A": return try anchor(.start)
        case "Z": return try anchor(.endOfLastLine)
        case "z": return try anchor(.end)
        case "Q": return try quotation(start)
        default: return literal(try character())
        }
    }

    private mutating func anchor(_ assertion: TextPatternAssertion) throws(TextPatternError) -> Part {
        place += 1
        return try unrepeated(assertion)
    }

    /// Reads a quotation, `\Q…\E`.
    private mutating func quotation(_ start: Int) throws(TextPatternError) -> Part? {
        place += 1
        var parts: [Part] = []
        while let scalar = next {
            if take("\\E") { break }
            parts.append(literal(scalar))
            place += 1
        }
        guard parts.count > 1 else { return parts.first }
        if let next, "*+?{".unicodeScalars.contains(next) {
            throw error("a quotation cannot be repeated; enclose it in (?:…)", at: start)
        }
        return Part(node: .sequence(parts.map(\.node)), size: parts.count)
    }

    /// Reads an escape for a set, such as `\d`. Returns `nil` without reading if there is no such escape.
    mutating func shorthand() throws(TextPatternError) -> TextPatternSet? {
        guard next == "\\", place + 1 < scalars.count else { return nil }
        let letter = scalars[place + 1]
        let property: TextPatternProperty
        switch letter {
        case "d", "D": property = .digit
        case "w", "W": property = .word
        case "s", "S": property = .space
        case "h", "H": property = .horizontalSpace
        case "v", "V": property = .lineTerminator
        case "p", "P":
            place += 2
            var set = TextPatternSet(try namedProperty())
            set.ignoresCase = ignoresCase
            set.isComplement = letter == "P"
            return set
        default: return nil
        }
        place += 2
        return TextPatternSet(property, isAbsent: letter.properties.isUppercase)
    }

    /// Reads the name of a property in braces.
    private mutating func namedProperty() throws(TextPatternError) -> TextPatternProperty {
        let start = place
        guard take("{") else { throw error("expected { and the name of a property") }
        var name = ""
        while let scalar = next, scalar != "}", name.count < 32 {
            name.unicodeScalars.append(scalar)
            place += 1
        }
        guard take("}"), let property = TextPatternProperty(name: name) else {
            throw error(
                "the valid properties are Alphabetic, Uppercase, Lowercase, White_Space and the short names of general "
                    + "categories, such as L or Nd", at: start)
        }
        return property
    }

    /// Reads one character after a backslash.
    mutating func character() throws(TextPatternError) -> Unicode.Scalar {
        guard let scalar = next else { throw error("the pattern ends with a backslash") }
        let start = place - 1
        place += 1
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "f": return "\u{0c}"
        case "a": return "\u{07}"
        case "e": return "\u{1b}"
        case "x":
            if take("{") {
                let scalar = try hexadecimal(1...6, from: start)
                guard take("}") else { throw error("expected }") }
                return scalar
            }
            return try hexadecimal(2...2, from: start)
        case "u": return try hexadecimal(4...4, from: start)
        case "U": return try hexadecimal(8...8, from: start)
        case "1"..."9", "k": throw error("backreferences are not supported", at: start)
        default:
            if scalar.isASCII, TextPatternProperty.word.holds(scalar) {
                throw error("the escape \\\(scalar) is not supported", at: start)
            }
            return scalar
        }
    }

    private mutating func hexadecimal(
        _ length: ClosedRange<Int>, from start: Int
    ) throws(TextPatternError) -> Unicode.Scalar {
        var value: UInt32 = 0
        var count = 0
        while count < length.upperBound, let scalar = next, scalar.isASCII,
            let digit = Character(scalar).hexDigitValue
        {
            value = value << 4 | UInt32(digit)
            count += 1
            place += 1
        }
        guard length.contains(count), let scalar = Unicode.Scalar(value) else {
            throw error("expected a character code in hexadecimal digits", at: start)
        }
        return scalar
    }
}

extension TextPatternParser {
    /// Reads a set, from `[` to the matching `]`.
    mutating func set() throws(TextPatternError) -> TextPatternSet {
        let start = place
        place += 1
        var set = TextPatternSet()
        set.ignoresCase = ignoresCase
        set.isComplement = take("^")
        var isFirst = true
        while let scalar = next {
            if scalar == "]", !isFirst {
                place += 1
                return set.sorted()
            }
            if isNext("&&") || isNext("--") || isNext("&[") {
                throw error("intersections and differences of sets are not supported; list the characters instead")
            }
            if scalar == "[" {
                if isNext("[:") { throw error("[:…:] is not supported; write \\p{…} instead") }
                set.insert(try nested { (parser) throws(TextPatternError) in try parser.set() })
                try checkNoRange()
            } else if let inner = try shorthand() {
                set.insert(inner)
                try checkNoRange()
            } else {
                try insertRange(&set, isFirst: isFirst)
            }
            isFirst = false
        }
        throw error("the set that begins here is not closed; expected ]", at: start)
    }

    private func checkNoRange() throws(TextPatternError) {
        guard isNext("-"), !isNext("-]") else { return }
        throw error("a range must begin with one character; write \\- for the character itself")
    }

    /// Reads one character or a range of characters.
    private mutating func insertRange(_ set: inout TextPatternSet, isFirst: Bool) throws(TextPatternError) {
        let start = place
        if isNext("-"), !isFirst, !isNext("-]") {
            throw error("write \\- for the character itself")
        }
        let low = try member()
        // A hyphen at the end of a set is a literal character.
        guard isNext("-"), !isNext("-]") else { return set.insert(low...low) }
        place += 1
        guard let next, next != "[" else { throw error("a range must end with one character") }
        let high = try member()
        guard low <= high else { throw error("the range ends before it begins", at: start) }
        set.insert(low...high)
        try checkNoRange()
    }

    /// Reads one character of a set.
    private mutating func member() throws(TextPatternError) -> Unicode.Scalar {
        guard let scalar = next else { throw error("the set is not closed; expected ]") }
        if scalar == "\\" {
            place += 1
            return try character()
        }
        if scalar == "]" { throw error("write \\] for the character itself") }
        place += 1
        return scalar
    }
}
