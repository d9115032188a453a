// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text cannot be read as a predicate. Not part of Apple's API, which stops the process.
public struct HKPredicateFormatError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The text that was given.
    public let format: String
    /// Where in the text it stops making sense: the number of the character, from 1; one more than there are for its end.
    public let position: Int
    /// The problem and the expected text; never a value.
    public let message: String

    /// Whether the message contains no part of the text, so that it can be shown to the sender.
    package let isNeutral: Bool

    init(_ format: String, _ position: Int, _ message: String, isNeutral: Bool = false) {
        self.format = format
        self.position = position
        self.message = message
        self.isNeutral = isNeutral
    }

    /// The place and the message in one line.
    public var description: String { "Predicate format, character \(position): \(message)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
