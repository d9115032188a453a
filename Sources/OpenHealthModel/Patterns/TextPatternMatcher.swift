// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
