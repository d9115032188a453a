// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An error that occurs when a string is not a unit.
public struct HKUnitParseError: Error, Hashable, Sendable {
    /// The kind of an error, for comparison.
    public typealias Reason = ErrorCode<HKUnitParseError>

    /// The kind of error.
    public let reason: Reason
    /// The string that was parsed.
    public let string: String
    /// The position of the error in ``string``, in UTF-8 bytes from the start.
    public let position: Int
}

extension HKUnitParseError.Reason {
    /// No unit has this name.
    public static let unknownUnit = Self(rawValue: "unknownUnit")
    /// A unit is missing before or after an operator, or in parentheses.
    public static let missingUnit = Self(rawValue: "missingUnit")
    /// A character occurs where an operator or the end is expected, or cannot be part of a unit.
    public static let unexpectedCharacter = Self(rawValue: "unexpectedCharacter")
    /// The unit has a second `/`, or one in parentheses.
    public static let misplacedDivision = Self(rawValue: "misplacedDivision")
    /// A `1` is not the numerator of a division.
    public static let misplacedOne = Self(rawValue: "misplacedOne")
    /// A parenthesis is not closed, or closed without being opened.
    public static let unbalancedParenthesis = Self(rawValue: "unbalancedParenthesis")
    /// A `^` is not followed by an integer, or the power is raised again without parentheses.
    public static let invalidExponent = Self(rawValue: "invalidExponent")
    /// The power of a factor is outside -99...99.
    public static let exponentOutOfRange = Self(rawValue: "exponentOutOfRange")
    /// The characters between `<` and `>` are not a number of grams per mole greater than zero.
    public static let invalidMolarMass = Self(rawValue: "invalidMolarMass")
    /// The parentheses are nested too deeply, or the string is too long.
    public static let tooComplex = Self(rawValue: "tooComplex")
}

extension HKUnitParseError: CustomStringConvertible {
    /// The problem, its position and its remedy.
    public var description: String {
        let shown = string.utf8.count <= 80 ? string : "\(string.prefix(60))…"
        return "\(shown.debugDescription) is not a unit: \(remedy) at position \(position)"
    }

    private var remedy: String {
        switch reason {
        case .unknownUnit:
            "no unit has the name (case matters, and only g m L Pa s J K S Hz mol V W rad lx take a prefix)"
        case .missingUnit: "a unit is missing (an empty () can only be the whole unit)"
        case .unexpectedCharacter: "unexpected character (multiply with · or * or ., divide with /, no spaces)"
        case .misplacedDivision: "a unit has one / at most, outside parentheses (write m/s^2, not m/s/s)"
        case .misplacedOne: "a 1 can only be a numerator (as in 1/s)"
        case .unbalancedParenthesis: "a parenthesis has no counterpart"
        case .invalidExponent: "a power is one whole number (as in m^2 or s^-2)"
        case .exponentOutOfRange: "a power is from -99 to 99"
        case .invalidMolarMass: "only mol takes <…>, with grams per mole above zero (as in mol<18.02>)"
        case .tooComplex: "too long or nested too deep"
        default: reason.rawValue
        }
    }
}
