// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A parser for patterns in the syntax of ICU's regular expressions.
///
/// Lazy repetitions are treated as greedy, because both match the same entire strings. Constructs that a finite automaton
/// cannot match (backreferences, look-around, atomic groups, possessive repetitions) are rejected with an error that names
/// the construct.
struct TextPatternParser {
    /// A part of the pattern and the number of its states.
    struct Part {
        var node: TextPatternNode
        var size: Int
    }

    /// The maximum nesting depth of groups and sets; each level needs a stack frame.
    private static let deepest = 64

    let scalars: [Unicode.Scalar]
    var place = 0
    private var depth = 0
    var ignoresCase: Bool
    private var dotMatchesLineTerminators = false

    /// Parses an entire pattern.
    static func parse(_ pattern: String, ignoresCase: Bool) throws(TextPatternError) -> TextPatternNode {
        var parser = TextPatternParser(pattern, ignoresCase)
        guard parser.scalars.count <= TextPattern.longest else {
            throw TextPatternError(
                TextPattern.longest + 1, "a pattern can have at most \(TextPattern.longest) characters")
        }
        let part = try parser.choice()
        if parser.next != nil { throw parser.error("this ) has no matching (; write \\) for the character itself") }
        return part.node
    }

    private init(_ pattern: String, _ ignoresCase: Bool) {
        scalars = Array(pattern.unicodeScalars.prefix(TextPattern.longest + 1))
        self.ignoresCase = ignoresCase
    }

    // MARK: - Pieces

    var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    func isNext(_ text: String) -> Bool { scalars[place...].starts(with: text.unicodeScalars) }

    mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        place += text.unicodeScalars.count
        return true
    }

    func error(_ message: String, at place: Int? = nil) -> TextPatternError {
        TextPatternError((place ?? self.place) + 1, message)
    }

    /// Reads a part of the pattern one level deeper.
    mutating func nested<Result>(
        _ read: (inout TextPatternParser) throws(TextPatternError) -> Result
    ) throws(TextPatternError) -> Result {
        guard depth < Self.deepest else { throw error("groups and sets can be at most \(Self.deepest) levels deep") }
        depth += 1
        let result = try read(&self)
        depth -= 1
        return result
    }

    private func checked(_ part: Part, at place: Int) throws(TextPatternError) -> Part {
        guard part.size < TextPattern.maximumStates else {
            throw error(
                "the pattern up to here has more than \(TextPattern.maximumStates) states; those of a repetition such as "
                    + "{1,500} count once for each repeat", at: place)
        }
        return part
    }

    // MARK: - Structure

    private mutating func choice() throws(TextPatternError) -> Part {
        var parts = [try sequence()]
        while take("|") { parts.append(try sequence()) }
        if parts.count == 1 { return parts[0] }
        let size = parts.reduce(0) { $0 + $1.size } + 2 * (parts.count - 1)
        return try checked(Part(node: .choice(parts.map(\.node)), size: size), at: place)
    }

    private mutating func sequence() throws(TextPatternError) -> Part {
        var nodes: [TextPatternNode] = []
        var size = 0
        while let next, next != "|", next != ")" {
            let start = place
            guard let atom = try atom() else { continue }
            let part = try checked(try repeated(atom, from: start), at: start)
            nodes.append(part.node)
            size = try checked(Part(node: .empty, size: size + part.size), at: start).size
        }
        if nodes.isEmpty { return Part(node: .empty, size: 1) }
        return Part(node: nodes.count == 1 ? nodes[0] : .sequence(nodes), size: size)
    }

    /// Reads one part without its repetition. Returns `nil` for a part that matches nothing, such as a comment.
    private mutating func atom() throws(TextPatternError) -> Part? {
        guard let scalar = next else { return nil }
        switch scalar {
        case "(": return try group()
        case "[": return Self.part(try nested { (parser) throws(TextPatternError) in try parser.set() })
        case "\\": return try escape()
        case ".":
            place += 1
            return Self.part(dotMatchesLineTerminators ? .anything : .anyInLine)
        case "^":
            place += 1
            return try unrepeated(.start)
        case "$":
            place += 1
            return try unrepeated(.endOfLastLine)
        case "*", "+", "?":
            throw error("there is nothing before \(scalar) to repeat; write \\\(scalar) for the character itself")
        case "{", "}": throw error("write \\\(scalar) for the character itself")
        default:
            place += 1
            return literal(scalar)
        }
    }

    static func part(_ set: TextPatternSet) -> Part { Part(node: .set(set), size: set.cost) }

    func literal(_ scalar: Unicode.Scalar) -> Part {
        Part(node: ignoresCase ? .folded(TextPatternCase.fold(scalar)) : .scalar(scalar), size: 1)
    }

    /// Returns an assertion, which cannot be repeated.
    func unrepeated(_ assertion: TextPatternAssertion) throws(TextPatternError) -> Part {
        if let next, "*+?{".unicodeScalars.contains(next) { throw error("an anchor cannot be repeated") }
        return Part(node: .assertion(assertion), size: 1)
    }

    // MARK: - Groups

    private mutating func group() throws(TextPatternError) -> Part? {
        let start = place
        place += 1
        let outside = (ignoresCase, dotMatchesLineTerminators)
        if take("?") {
            if try !opensGroup(start) { return nil }
        }
        let part = try nested { (parser) throws(TextPatternError) in try parser.choice() }
        guard take(")") else { throw error("the group that begins here is not closed; expected )", at: start) }
        (ignoresCase, dotMatchesLineTerminators) = outside
        return part
    }

    /// Reads the characters after `(?`. Returns `false` if they do not begin a group.
    private mutating func opensGroup(_ start: Int) throws(TextPatternError) -> Bool {
        if take(":") { return true }
        if take("#") {
            while let scalar = next, scalar != ")" { place += scalar == "\\" ? 2 : 1 }
            place = min(place, scalars.count)
            guard take(")") else { throw error("the comment that begins here is not closed; expected )", at: start) }
            return false
        }
        if isNext("=") || isNext("!") { throw error("look-ahead is not supported", at: start) }
        if isNext("<=") || isNext("<!") { throw error("look-behind is not supported", at: start) }
        if isNext(">") { throw error("atomic groups are not supported; use (?:…) instead", at: start) }
        if take("<") {
            while let scalar = next, TextPatternProperty.word.holds(scalar), scalar.isASCII { place += 1 }
            guard take(">") else { throw error("the name of a group consists of ASCII letters and digits in <…>") }
            return true
        }
        return try flags()
    }

    /// Reads flags such as `i-s:`. Returns `false` if they apply to the rest of the enclosing group.
    private mutating func flags() throws(TextPatternError) -> Bool {
        var isOn = true
        while let scalar = next {
            switch scalar {
            case "i": ignoresCase = isOn
            case "s": dotMatchesLineTerminators = isOn
            case "-" where isOn: isOn = false
            case ":", ")":
                place += 1
                return scalar == ":"
            default: throw error("the valid flags are i and s")
            }
            place += 1
        }
        throw error("expected ) or : after the flags")
    }

    // MARK: - Repetitions

    private mutating func repeated(_ part: Part, from start: Int) throws(TextPatternError) -> Part {
        let least: Int
        let most: Int?
        let place = place
        switch next {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{": (least, most) = try bounds()
        default: return part
        }
        if self.place == place { self.place += 1 }
        // Lazy repetitions match the same entire strings.
        if !take("?"), isNext("+") { throw error("possessive repetitions are not supported; omit the +") }
        if let next, "*+?{".unicodeScalars.contains(next) {
            throw error("a repetition cannot be repeated; enclose it in (?:…)")
        }
        return try checked(
            Part(
                node: .repetition(part.node, least: least, most: most),
                size: Self.size(part.size, least: least, most: most)),
            at: start)
    }

    private static func size(_ size: Int, least: Int, most: Int?) -> Int {
        guard let most else { return least == 0 ? size + 2 : capped(size, times: least) + 1 }
        return max(1, capped(size, times: least) + capped(size + 1, times: most - least))
    }

    private static func capped(_ size: Int, times count: Int) -> Int {
        let (product, overflows) = size.multipliedReportingOverflow(by: count)
        return overflows ? TextPattern.maximumStates : min(product, TextPattern.maximumStates)
    }

    /// Reads the bounds of a repetition.
    private mutating func bounds() throws(TextPatternError) -> (Int, Int?) {
        let start = place
        place += 1
        guard let least = number() else { throw error("expected a number: {3}, {3,} or {3,5}") }
        var most: Int? = least
        if take(",") { most = number() }
        guard take("}") else { throw error("expected }: {3}, {3,} or {3,5}") }
        if let most, most < least { throw error("the second number is less than the first", at: start) }
        return (least, most)
    }

    /// Reads a number. Numbers far above the limit of repetitions are clamped.
    private mutating func number() -> Int? {
        var number: Int?
        while let scalar = next, ("0"..."9").contains(scalar) {
            number = min((number ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000)
            place += 1
        }
        return number
    }
}
