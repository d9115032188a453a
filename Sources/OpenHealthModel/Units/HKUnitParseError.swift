// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a unit, and where it stops being one.
public struct HKUnitParseError: Error, Hashable, Sendable {
    /// The kinds of fault. There may be more of them in a later version, so a `switch` needs a `default`.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no unit of this name.
        public static let unknownUnit = Reason(rawValue: "unknownUnit")
        /// A unit is missing: before or after an operator, or in parentheses.
        public static let missingUnit = Reason(rawValue: "missingUnit")
        /// A character stands where an operator or the end should be, or cannot be part of a unit at all.
        public static let unexpectedCharacter = Reason(rawValue: "unexpectedCharacter")
        /// There is a second `/`, or one in parentheses.
        public static let misplacedDivision = Reason(rawValue: "misplacedDivision")
        /// A `1` stands where it is not the numerator of a division.
        public static let misplacedOne = Reason(rawValue: "misplacedOne")
        /// A parenthesis is open at the end, or closed without having been opened.
        public static let unbalancedParenthesis = Reason(rawValue: "unbalancedParenthesis")
        /// After `^` stands no whole number, or the power is raised again without parentheses.
        public static let invalidExponent = Reason(rawValue: "invalidExponent")
        /// A factor's power is outside -99...99.
        public static let exponentOutOfRange = Reason(rawValue: "exponentOutOfRange")
        /// Between `<` and `>` stands no number of grams per mole above zero.
        public static let invalidMolarMass = Reason(rawValue: "invalidMolarMass")
        /// Parentheses are nested too deep, or the text is too long, for any unit.
        public static let tooComplex = Reason(rawValue: "tooComplex")
    }

    /// The kind of fault.
    public let reason: Reason
    /// The text that was read.
    public let string: String
    /// Where the fault is: how many bytes of UTF-8 stand before it in ``string``.
    public let position: Int

    /// Creates an error from its parts; see the properties.
    public init(reason: Reason, string: String, position: Int) {
        self.reason = reason
        self.string = string
        self.position = position
    }
}

extension HKUnitParseError: CustomStringConvertible {
    /// The problem, its place and its remedy.
    public var description: String {
        let shown = string.utf8.count <= 80 ? string : "\(string.prefix(60))…"
        return "\(shown.debugDescription) is not a unit: \(remedy) at position \(position)"
    }

    private var remedy: String {
        switch reason {
        case .unknownUnit:
            "no unit has the name (case matters, and only g m L Pa s J K S Hz mol V W rad lx take a prefix)"
        case .missingUnit: "a unit is missing (an empty () can only stand alone)"
        case .unexpectedCharacter: "unexpected character (multiply with · or * or ., divide with /, no spaces)"
        case .misplacedDivision: "a unit has one / at most, outside parentheses (write m/s^2, not m/s/s)"
        case .misplacedOne: "a 1 can only stand above a / (as in 1/s)"
        case .unbalancedParenthesis: "a parenthesis has no partner"
        case .invalidExponent: "a power is one whole number (as in m^2 or s^-2)"
        case .exponentOutOfRange: "a power lies between -99 and 99"
        case .invalidMolarMass: "only mol takes <…>, with grams per mole above zero (as in mol<18.02>)"
        case .tooComplex: "too long or nested too deep"
        default: reason.rawValue
        }
    }
}
