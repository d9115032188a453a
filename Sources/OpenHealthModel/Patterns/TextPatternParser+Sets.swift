// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
