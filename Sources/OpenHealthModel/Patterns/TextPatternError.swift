// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
