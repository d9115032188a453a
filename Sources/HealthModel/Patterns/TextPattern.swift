// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A pattern of `MATCHES`, checked and ready to be put to texts.
///
/// Patterns are written as ICU's regular expressions, as far as an automaton without memory can match them: literals,
/// sets, properties, groups, alternatives, repetitions and anchors. Matching takes time in proportion to the length of the
/// text, so that no pattern can keep the process busy.
package struct TextPattern: Sendable {
    private let program: TextPatternProgram

    /// The length in Unicode scalars above which patterns are refused unread.
    package static let longest = 10_000
    /// The number of states that a pattern has at most; a repetition counts as often as it repeats.
    package static let mostStates = 1_000

    /// Reads a pattern.
    /// - Throws: a ``TextPatternError``, which names the place.
    package init(_ pattern: String, ignoresCase: Bool = false) throws(TextPatternError) {
        program = TextPatternProgram(try TextPatternParser.parse(pattern, ignoresCase: ignoresCase))
    }

    /// The number of states of the pattern.
    package var states: Int { program.instructions.count }

    /// Whether the pattern matches a whole text.
    package func matches(_ text: String) -> Bool { run(text).isMatch }

    /// The same with the number of steps that it took.
    package func run(_ text: String) -> (isMatch: Bool, steps: Int) {
        var matcher = TextPatternMatcher(program, text)
        return (matcher.matchesWhole(), matcher.steps)
    }
}
