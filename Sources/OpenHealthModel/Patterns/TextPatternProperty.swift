// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A property of Unicode scalars that a pattern can name.
enum TextPatternProperty: Hashable, Sendable {
    case digit, word, space, horizontalSpace, lineTerminator
    case alphabetic, uppercase, lowercase
    /// A general category, by the first letter or both letters of its short name.
    case category(String)

    /// Creates a property from its name in `\p{…}`. Returns `nil` if patterns do not support the property.
    init?(name: String) {
        switch name.lowercased().replacing("_", with: "") {
        case "alphabetic", "alpha": self = .alphabetic
        case "uppercase", "upper": self = .uppercase
        case "lowercase", "lower": self = .lowercase
        case "whitespace", "space": self = .space
        default:
            guard Self.categories.values.contains(where: { $0 == name || $0.prefix(1) == name }) else { return nil }
            self = .category(name)
        }
    }

    /// Returns whether a Unicode scalar has the property, as ICU defines it for regular expressions.
    func holds(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch self {
        case .digit: return properties.generalCategory == .decimalNumber
        case .word:
            if scalar.isASCII { return Self.isWordInASCII(scalar) }
            if properties.isAlphabetic || properties.isJoinControl { return true }
            switch properties.generalCategory {
            case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: return true
            default: return false
            }
        case .space: return properties.isWhitespace
        case .horizontalSpace: return scalar == "\t" || properties.generalCategory == .spaceSeparator
        case .lineTerminator: return Self.isLineTerminator(scalar)
        case .alphabetic: return properties.isAlphabetic
        case .uppercase: return properties.isUppercase
        case .lowercase: return properties.isLowercase
        case .category(let name):
            let own = Self.categories[properties.generalCategory] ?? "Cn"
            return own == name || own.prefix(1) == name
        }
    }

    /// Returns whether a Unicode scalar is a line terminator.
    static func isLineTerminator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0a...0x0d, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isWordInASCII(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }

    private static let categories: [Unicode.GeneralCategory: String] = [
        .uppercaseLetter: "Lu", .lowercaseLetter: "Ll", .titlecaseLetter: "Lt", .modifierLetter: "Lm",
        .otherLetter: "Lo", .nonspacingMark: "Mn", .spacingMark: "Mc", .enclosingMark: "Me", .decimalNumber: "Nd",
        .letterNumber: "Nl", .otherNumber: "No", .connectorPunctuation: "Pc", .dashPunctuation: "Pd",
        .openPunctuation: "Ps", .closePunctuation: "Pe", .initialPunctuation: "Pi", .finalPunctuation: "Pf",
        .otherPunctuation: "Po", .mathSymbol: "Sm", .currencySymbol: "Sc", .modifierSymbol: "Sk", .otherSymbol: "So",
        .spaceSeparator: "Zs", .lineSeparator: "Zl", .paragraphSeparator: "Zp", .control: "Cc", .format: "Cf",
        .surrogate: "Cs", .privateUse: "Co", .unassigned: "Cn",
    ]
}
