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
