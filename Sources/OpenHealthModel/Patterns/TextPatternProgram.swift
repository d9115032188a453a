// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The instructions of a pattern for ``TextPatternMatcher``: a nondeterministic automaton by Thompson's construction.
struct TextPatternProgram: Sendable {
    enum Instruction: Sendable {
        case scalar(Unicode.Scalar)
        case folded(Unicode.Scalar)
        case set(TextPatternSet)
        case assertion(TextPatternAssertion)
        /// Continues at both instructions.
        case split(Int, Int)
        case jump(Int)
        case match
    }

    private(set) var instructions: [Instruction] = []

    /// Creates the instructions of a pattern, whose size the parser has limited.
    init(_ node: TextPatternNode) {
        emit(node)
        instructions.append(.match)
    }

    private mutating func emit(_ node: TextPatternNode) {
        switch node {
        case .empty: break
        case .scalar(let scalar): instructions.append(.scalar(scalar))
        case .folded(let scalar): instructions.append(.folded(scalar))
        case .set(let set): instructions.append(.set(set))
        case .assertion(let assertion): instructions.append(.assertion(assertion))
        case .sequence(let parts): for part in parts { emit(part) }
        case .choice(let parts): emit(choice: parts)
        case .repetition(let part, let least, let most): emit(part, least: least, most: most)
        }
    }

    private mutating func emit(choice parts: [TextPatternNode]) {
        var jumps: [Int] = []
        for part in parts.dropLast() {
            let split = instructions.count
            instructions.append(.split(split + 1, split + 1))
            emit(part)
            jumps.append(instructions.count)
            instructions.append(.jump(0))
            instructions[split] = .split(split + 1, instructions.count)
        }
        if let last = parts.last { emit(last) }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func emit(_ part: TextPatternNode, least: Int, most: Int?) {
        var start = instructions.count
        for _ in 0..<least {
            start = instructions.count
            emit(part)
        }
        guard let most else {
            if least > 0 {
                instructions.append(.split(start, instructions.count + 1))
            } else {
                instructions.append(.split(start + 1, start + 1))
                emit(part)
                instructions.append(.jump(start))
                instructions[start] = .split(start + 1, instructions.count)
            }
            return
        }
        var splits: [Int] = []
        for _ in 0..<max(0, most - least) {
            splits.append(instructions.count)
            instructions.append(.jump(0))
            emit(part)
        }
        for split in splits { instructions[split] = .split(split + 1, instructions.count) }
    }
}

/// The syntax tree of a pattern.
indirect enum TextPatternNode: Sendable {
    /// The empty string.
    case empty
    /// One Unicode scalar.
    case scalar(Unicode.Scalar)
    /// One Unicode scalar, ignoring case; the scalar is folded with ``TextPatternCase``.
    case folded(Unicode.Scalar)
    /// One Unicode scalar of a set.
    case set(TextPatternSet)
    /// A condition on the position.
    case assertion(TextPatternAssertion)
    /// A sequence of parts.
    case sequence([TextPatternNode])
    /// Any of the parts.
    case choice([TextPatternNode])
    /// A part repeated from `least` to `most` times; without an upper limit if `most` is `nil`.
    case repetition(TextPatternNode, least: Int, most: Int?)
}

/// A condition on a position between two Unicode scalars.
enum TextPatternAssertion: Sendable {
    /// The start of the string.
    case start
    /// The end of the string.
    case end
    /// The end of the string, or the position before a line terminator at the end.
    case endOfLastLine
    case wordBoundary
    case noWordBoundary
}
