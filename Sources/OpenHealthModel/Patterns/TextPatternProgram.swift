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
