// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A compiled pattern of `MATCHES`.
///
/// Patterns use the syntax of ICU's regular expressions, as far as a finite automaton can match them: literals, sets,
/// properties, groups, alternatives, repetitions and anchors. Matching takes linear time in the length of the string, so
/// no pattern can block the process.
package struct TextPattern: Sendable {
    private let program: TextPatternProgram

    /// The maximum length of a pattern in Unicode scalars.
    package static let longest = 10_000
    /// The maximum number of states of a pattern. The states of a repetition count once for each repeat.
    package static let maximumStates = 1_000

    /// Creates a pattern from a string.
    /// - Throws: A ``TextPatternError`` with the position of the error.
    package init(_ pattern: String, ignoresCase: Bool = false) throws(TextPatternError) {
        program = TextPatternProgram(try TextPatternParser.parse(pattern, ignoresCase: ignoresCase))
    }

    /// The number of states of the pattern.
    package var states: Int { program.instructions.count }

    /// Returns whether the pattern matches an entire string.
    package func matches(_ text: String) -> Bool { run(text).isMatch }

    /// Returns whether the pattern matches an entire string, and the number of steps that matching took.
    package func run(_ text: String) -> (isMatch: Bool, steps: Int) {
        var matcher = TextPatternMatcher(program, text)
        return (matcher.matchesWhole(), matcher.steps)
    }
}

/// An error in a pattern of `MATCHES` or `LIKE`. The message never includes the pattern, which can contain a value.
package struct TextPatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position of the error in the pattern: the index of the Unicode scalar, starting at 1.
    package let position: Int
    /// The description of the error, and the remedy if there is one.
    package let message: String

    init(_ position: Int, _ message: String) {
        self.position = position
        self.message = message
    }

    /// The position and the message on one line.
    package var description: String { "at character \(position) of the pattern: \(message)" }
}

/// A matcher that follows all possible matches of a string in parallel. Each scalar of the string takes at most two steps for
/// each instruction of the pattern.
struct TextPatternMatcher {
    /// A set of instructions that are waiting for the next scalar.
    private struct Threads {
        private(set) var places: [Int] = []
        private var marks: [Int]
        private var round = 1

        init(_ count: Int) {
            marks = Array(repeating: 0, count: count)
        }

        mutating func removeAll() {
            places.removeAll(keepingCapacity: true)
            round += 1
        }

        /// Marks an instruction as visited. Returns false if it is already marked.
        mutating func visit(_ place: Int) -> Bool {
            if marks[place] == round { return false }
            marks[place] = round
            return true
        }

        mutating func append(_ place: Int) { places.append(place) }
    }

    private let instructions: [TextPatternProgram.Instruction]
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var isBoundary: Bool?
    private var pending: [Int] = []
    /// The number of instructions evaluated so far.
    private(set) var steps = 0

    init(_ program: TextPatternProgram, _ text: String) {
        instructions = program.instructions
        scalars = Array(text.unicodeScalars)
    }

    /// Returns whether the pattern matches the entire string.
    mutating func matchesWhole() -> Bool {
        var current = Threads(instructions.count)
        var next = Threads(instructions.count)
        add(0, to: &current)
        while place < scalars.count {
            if current.places.isEmpty { return false }
            let scalar = scalars[place]
            let folded = TextPatternCase.fold(scalar)
            place += 1
            isBoundary = nil
            for index in current.places {
                steps += 1
                let isFitting =
                    switch instructions[index] {
                    case .scalar(let other): other == scalar
                    case .folded(let other): other == folded
                    case .set(let set): set.contains(scalar)
                    case .assertion, .split, .jump, .match: false
                    }
                if isFitting { add(index + 1, to: &next) }
            }
            swap(&current, &next)
            next.removeAll()
        }
        return current.places.contains { if case .match = instructions[$0] { true } else { false } }
    }

    /// Adds the instructions that can be reached from an instruction without consuming a scalar.
    private mutating func add(_ index: Int, to threads: inout Threads) {
        pending.append(index)
        while let index = pending.popLast() {
            guard threads.visit(index) else { continue }
            steps += 1
            switch instructions[index] {
            case .jump(let target): pending.append(target)
            case .split(let first, let second):
                pending.append(second)
                pending.append(first)
            case .assertion(let assertion):
                if holds(assertion) { pending.append(index + 1) }
            case .scalar, .folded, .set, .match: threads.append(index)
            }
        }
    }

    // MARK: Conditions

    private mutating func holds(_ assertion: TextPatternAssertion) -> Bool {
        switch assertion {
        case .start: return place == 0
        case .end: return place == scalars.count
        case .endOfLastLine: return isAtEndOfLastLine
        case .wordBoundary: return isAtWordBoundary()
        case .noWordBoundary: return !isAtWordBoundary()
        }
    }

    private var isAtEndOfLastLine: Bool {
        switch scalars.count - place {
        case 0: return true
        case 1:
            guard TextPatternProperty.isLineTerminator(scalars[place]) else { return false }
            // The position between a carriage return and its line feed is not before the line terminator.
            return !(scalars[place] == "\n" && place > 0 && scalars[place - 1] == "\r")
        case 2: return scalars[place] == "\r" && scalars[place + 1] == "\n"
        default: return false
        }
    }

    private mutating func isAtWordBoundary() -> Bool {
        if let isBoundary { return isBoundary }
        let result = wordBoundary
        isBoundary = result
        return result
    }

    /// Whether the position is a word boundary. Combining characters belong to the character before them.
    private var wordBoundary: Bool {
        var isWordBehind = false
        if place < scalars.count {
            if Self.isCombining(scalars[place]) { return false }
            isWordBehind = TextPatternProperty.word.holds(scalars[place])
        }
        guard let before = scalars[..<place].last(where: { !Self.isCombining($0) }) else { return isWordBehind }
        return TextPatternProperty.word.holds(before) != isWordBehind
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && (scalar.properties.isGraphemeExtend || scalar.properties.generalCategory == .format)
    }
}
