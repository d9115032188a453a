// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The message of a ``Logger``: a text with values, each of which is shown or private.
///
/// Without a `privacy`, numbers and truth values are shown and everything else is private, as on Apple's systems.
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

    /// Adds a text that is part of the program, which is always shown.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a number.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some Numeric, privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.text("\(number())", isNumber: true)
    }

    /// Adds a truth value.
    public mutating func appendInterpolation(_ value: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
        text += privacy.text("\(value())", isNumber: true)
    }

    /// Adds a text.
    public mutating func appendInterpolation(_ value: @autoclosure () -> String, privacy: OSLogPrivacy = .auto) {
        text += privacy.text(value(), isNumber: false)
    }

    /// Adds the description of any other value, such as an error.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(_ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto) {
        text += privacy.text("\(value())", isNumber: false)
    }
}
