// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Reads a pattern in the syntax of ICU's regular expressions.
///
/// Lazy repetitions are read as greedy ones, since whole texts are matched and both match the same. What an automaton
/// cannot match (backreferences, look-around, atomic groups, possessive repetitions) is refused with its name.
struct TextPatternParser {
    /// A part of the pattern with the number of states that it takes.
    struct Part {
        var node: TextPatternNode
        var size: Int
    }

    /// Groups and sets are nested at most this deeply, since each level takes a frame of the stack.
    private static let deepest = 64

    let scalars: [Unicode.Scalar]
    var place = 0
    private var depth = 0
    var ignoresCase: Bool
    private var dotMatchesLineTerminators = false

    /// Reads a whole pattern.
    static func parse(_ pattern: String, ignoresCase: Bool) throws(TextPatternError) -> TextPatternNode {
        var parser = TextPatternParser(pattern, ignoresCase)
        guard parser.scalars.count <= TextPattern.longest else {
            throw TextPatternError(
                TextPattern.longest + 1, "patterns have at most \(TextPattern.longest) characters")
        }
        let part = try parser.choice()
        if parser.next != nil { throw parser.error("there is no ( for this ); write \\) for the character itself") }
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

    /// Reads something one level deeper.
    mutating func nested<Result>(
        _ read: (inout TextPatternParser) throws(TextPatternError) -> Result
    ) throws(TextPatternError) -> Result {
        guard depth < Self.deepest else { throw error("groups and sets are nested at most \(Self.deepest) deep") }
        depth += 1
        let result = try read(&self)
        depth -= 1
        return result
    }

    private func checked(_ part: Part, at place: Int) throws(TextPatternError) -> Part {
        guard part.size < TextPattern.mostStates else {
            throw error(
                "the pattern up to here takes more than \(TextPattern.mostStates) states; repetitions such as {1,500} "
                    + "count as often as they repeat", at: place)
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

    /// One part without its repetition; nil for one that stands for nothing.
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
        case "*", "+", "?": throw error("there is nothing before \(scalar) to repeat; write \\\(scalar) for itself")
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

    /// An assertion, behind which a repetition has no meaning.
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
        guard take(")") else { throw error("the group that begins here does not end; expected another )", at: start) }
        (ignoresCase, dotMatchesLineTerminators) = outside
        return part
    }

    /// Reads what follows `(?`; false where no group follows.
    private mutating func opensGroup(_ start: Int) throws(TextPatternError) -> Bool {
        if take(":") { return true }
        if take("#") {
            while let scalar = next, scalar != ")" { place += scalar == "\\" ? 2 : 1 }
            place = min(place, scalars.count)
            guard take(")") else { throw error("the comment that begins here does not end", at: start) }
            return false
        }
        if isNext("=") || isNext("!") { throw error("look-ahead is not supported", at: start) }
        if isNext("<=") || isNext("<!") { throw error("look-behind is not supported", at: start) }
        if isNext(">") { throw error("atomic groups are not supported; use (?:…)", at: start) }
        if take("<") {
            while let scalar = next, TextPatternProperty.word.holds(scalar), scalar.isASCII { place += 1 }
            guard take(">") else { throw error("the name of a group is ASCII letters and digits within < and >") }
            return true
        }
        return try flags()
    }

    /// Reads flags such as `i-s:`; false where they are for the rest of the group around them.
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
            default: throw error("the flags of groups are i and s")
            }
            place += 1
        }
        throw error("expected ) or : behind the flags")
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
        // Lazy repetitions match the same whole texts.
        if !take("?"), isNext("+") { throw error("possessive repetitions are not supported; leave the + out") }
        if let next, "*+?{".unicodeScalars.contains(next) {
            throw error("a repetition cannot be repeated; put it into (?:…)")
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
        return overflows ? TextPattern.mostStates : min(product, TextPattern.mostStates)
    }

    /// Reads the bounds of a repetition.
    private mutating func bounds() throws(TextPatternError) -> (Int, Int?) {
        let start = place
        place += 1
        guard let least = number() else { throw error("expected a number: {3}, {3,} or {3,5}") }
        var most: Int? = least
        if take(",") { most = number() }
        guard take("}") else { throw error("expected }: {3}, {3,} or {3,5}") }
        if let most, most < least { throw error("the second number is below the first", at: start) }
        return (least, most)
    }

    /// Digits as a number, which is cut off far above what a repetition can be.
    private mutating func number() -> Int? {
        var number: Int?
        while let scalar = next, ("0"..."9").contains(scalar) {
            number = min((number ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000)
            place += 1
        }
        return number
    }
}
