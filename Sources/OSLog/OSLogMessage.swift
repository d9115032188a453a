// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A message of a ``Logger``: a string with values, each of which is public or private.
///
/// Without a `privacy`, numbers and Boolean values are public and all other values are private, as on Apple platforms.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// Creates a message without values.
    public init(stringLiteral value: String) { text = value }

    /// Creates a message with values.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The parts of an ``OSLogMessage``.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// Creates an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Appends a string literal, which is always public.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a number.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some Numeric, privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.text("\(number())", isNumber: true)
    }

    /// Appends a Boolean value.
    public mutating func appendInterpolation(_ value: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
        text += privacy.text("\(value())", isNumber: true)
    }

    /// Appends a string.
    public mutating func appendInterpolation(_ value: @autoclosure () -> String, privacy: OSLogPrivacy = .auto) {
        text += privacy.text(value(), isNumber: false)
    }

    /// Appends the description of any other value, such as an error.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(_ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto) {
        text += privacy.text("\(value())", isNumber: false)
    }
}
