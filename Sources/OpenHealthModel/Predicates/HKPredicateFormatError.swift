// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error that occurs when a string is not a valid predicate format. Not part of Apple's API, which traps.
public struct HKPredicateFormatError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The format string.
    public let format: String
    /// The position of the error: the number of the character, counted from 1; the length plus one for the end of the string.
    public let position: Int
    /// The problem and the expected input, without values.
    public let message: String

    /// Whether the message contains no part of the format, so that it can be returned to the sender.
    package let isNeutral: Bool
    /// The text that the format can contain at the position, without parts of the format; nil if only the message says it.
    package let remedy: String?

    init(_ format: String, _ position: Int, _ message: String, isNeutral: Bool = false, remedy: String? = nil) {
        self.format = format
        self.position = position
        self.message = message
        self.isNeutral = isNeutral
        self.remedy = remedy
    }

    /// The position and the message on one line.
    public var description: String { "Predicate format, character \(position): \(message)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
