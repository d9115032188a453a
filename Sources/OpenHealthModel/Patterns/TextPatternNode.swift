// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
