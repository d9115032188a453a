// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An error in a pattern of `MATCHES` or `LIKE`. The message never repeats the pattern, which may hold a value.
package struct TextPatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the error in the pattern: the number of the Unicode scalar, from 1.
    package let position: Int
    /// The error, and the remedy where there is one.
    package let message: String

    init(_ position: Int, _ message: String) {
        self.position = position
        self.message = message
    }

    /// The place and the message in one line.
    package var description: String { "at character \(position) of the pattern: \(message)" }
}
