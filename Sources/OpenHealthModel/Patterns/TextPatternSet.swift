// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A set of Unicode scalars in a pattern, such as `[a-z\d]`.
struct TextPatternSet: Sendable {
    /// The ranges of scalars; ascending and disjoint after ``sorted()``.
    private(set) var ranges: [ClosedRange<UInt32>] = []
    private var properties: Set<TextPatternProperty> = []
    /// Properties whose absence makes a scalar a member.
    private var absences: Set<TextPatternProperty> = []
    /// Nested sets that cannot be merged, such as complements.
    private var sets: [TextPatternSet] = []
    var isComplement = false
    var ignoresCase = false

    /// All scalars except line terminators.
    static let anyInLine: TextPatternSet = {
        var set = TextPatternSet(.lineTerminator)
        set.isComplement = true
        return set
    }()
    /// All scalars.
    static let anything: TextPatternSet = {
        var set = TextPatternSet()
        set.isComplement = true
        return set
    }()

    init() {}

    init(_ property: TextPatternProperty, isAbsent: Bool = false) {
        insert(property, isAbsent: isAbsent)
    }

    /// The number of parts that are evaluated for each scalar.
    var cost: Int { 1 + properties.count + absences.count + sets.reduce(0) { $0 + $1.cost } }

    /// Whether the set has no ranges, properties or nested sets.
    var isEmpty: Bool { ranges.isEmpty && properties.isEmpty && absences.isEmpty && sets.isEmpty }

    mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        ranges.append(range.lowerBound.value...range.upperBound.value)
    }

    mutating func insert(_ property: TextPatternProperty, isAbsent: Bool = false) {
        if isAbsent { absences.insert(property) } else { properties.insert(property) }
    }

    mutating func insert(_ set: TextPatternSet) {
        if set.isComplement || set.ignoresCase != ignoresCase {
            sets.append(set)
        } else {
            ranges += set.ranges
            properties.formUnion(set.properties)
            absences.formUnion(set.absences)
            sets += set.sets
        }
    }

    /// Returns the set with its ranges sorted and merged.
    func sorted() -> TextPatternSet {
        var result = self
        result.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.ranges.last, range.lowerBound <= last.upperBound {
                result.ranges[result.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.ranges.append(range)
            }
        }
        return result
    }

    /// Returns whether a scalar is a member of the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isMember =
            ignoresCase ? TextPatternCase.variants(scalar).contains(where: holds) : holds(scalar)
        return isMember != isComplement
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        isInRange(scalar.value) || properties.contains { $0.holds(scalar) } || absences.contains { !$0.holds(scalar) }
            || sets.contains { $0.contains(scalar) }
    }

    private func isInRange(_ value: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }
}

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

/// Simple case folding: maps the uppercase and lowercase forms of a Unicode scalar to the same scalar.
enum TextPatternCase {
    /// Returns the folded form of a scalar. Mappings to several scalars are ignored because patterns compare single scalars.
    static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII {
            return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
        }
        // The uppercase form of the dotless i is I, but the two do not match each other.
        if scalar == "\u{131}" { return scalar }
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return single(upper.properties.lowercaseMapping) ?? upper
    }

    /// Returns the scalar and the other scalars that match it when case is ignored.
    static func variants(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let folded = fold(scalar)
        if folded == "\u{131}" { return [scalar] }
        let upper = single(folded.properties.uppercaseMapping)
        return [scalar, folded, upper ?? scalar] + (others[folded] ?? [])
    }

    /// Further scalars with the same folded form that are not found by mapping between uppercase and lowercase.
    private static let others: [Unicode.Scalar: [Unicode.Scalar]] = [
        "k": ["\u{212a}"], "s": ["\u{17f}"], "å": ["\u{212b}"], "ω": ["\u{2126}"], "μ": ["\u{b5}"], "σ": ["\u{3c2}"],
    ]

    private static func single(_ text: String) -> Unicode.Scalar? {
        let scalars = text.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
