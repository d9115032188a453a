// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The syntax of a pattern as a tree.
indirect enum TextPatternNode: Sendable {
    /// The empty text.
    case empty
    /// One Unicode scalar.
    case scalar(Unicode.Scalar)
    /// One Unicode scalar in either case; the scalar is folded with ``TextPatternCase``.
    case folded(Unicode.Scalar)
    /// One Unicode scalar out of a set.
    case set(TextPatternSet)
    /// A condition on the place.
    case assertion(TextPatternAssertion)
    /// One part after the other.
    case sequence([TextPatternNode])
    /// Any of the parts.
    case choice([TextPatternNode])
    /// A part so many times in a row; without a limit where `most` is nil.
    case repetition(TextPatternNode, least: Int, most: Int?)
}

/// A condition on a place between two Unicode scalars.
enum TextPatternAssertion: Sendable {
    /// The start of the text.
    case start
    /// The end of the text.
    case end
    /// The end of the text, or the place before a line terminator that ends it.
    case endOfLastLine
    case wordBoundary
    case noWordBoundary
}
