// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A parser of unit strings. The grammar, which allows no spaces:
///
///     unit    := "" | null | product ["/" product]
///     null    := "()" | "(" null ")"
///     product := power { ("." | "*" | "·") power }
///     power   := group ["^" ["-"] digit { digit }]
///     group   := "(" product ")" | name ["<" number ">"] | "1"
///
/// A `1` can only be the numerator of a `/`, without a power and outside parentheses.
struct HKUnitParser {
    /// The maximum length of a string in bytes; longer strings are rejected without parsing.
    static let lengthLimit = 4096
    /// The maximum depth of parentheses, since each level needs a stack frame.
    static let depthLimit = 64

    private let string: String
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    /// The position of a `1` that is not yet followed by a `/`.
    private var one: Int?
    private var isBelow = false

    /// Returns the factors of a unit, or throws ``HKUnitParseError`` if the string is not a unit.
    static func factors(of string: String) throws(HKUnitParseError) -> UnitFactors {
        var parser = HKUnitParser(string)
        return try parser.unit()
    }

    private init(_ string: String) {
        self.string = string
        bytes = Array(string.utf8.prefix(Self.lengthLimit + 1))
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func fault(_ reason: HKUnitParseError.Reason, at position: Int? = nil) -> HKUnitParseError {
        HKUnitParseError(reason: reason, string: string, position: position ?? self.position)
    }

    // MARK: Rules

    private mutating func unit() throws(HKUnitParseError) -> UnitFactors {
        guard bytes.count <= Self.lengthLimit else { throw fault(.tooComplex, at: Self.lengthLimit) }
        if try isNull() { return .none }
        var result = try product()
        if next == UInt8(ascii: "/") {
            let slash = position
            position += 1
            (isBelow, one) = (true, nil)
            let below = try product()
            guard let quotient = result.multiplied(by: below, power: -1) else {
                throw fault(.exponentOutOfRange, at: slash)
            }
            result = quotient
        }
        if let one { throw fault(.misplacedOne, at: one) }
        switch next {
        case nil: return result
        case UInt8(ascii: "/"): throw fault(.misplacedDivision)
        case UInt8(ascii: ")"): throw fault(.unbalancedParenthesis)
        default: throw fault(.unexpectedCharacter)
        }
    }

    private func isNull() throws(HKUnitParseError) -> Bool {
        let open = bytes.prefix { $0 == UInt8(ascii: "(") }.count
        guard bytes.count == 2 * open, bytes[open...].allSatisfy({ $0 == UInt8(ascii: ")") }) else { return false }
        guard open <= Self.depthLimit else { throw fault(.tooComplex, at: Self.depthLimit) }
        return true
    }

    private mutating func product() throws(HKUnitParseError) -> UnitFactors {
        var result = try power()
        while let operatorLength {
            let start = position
            position += operatorLength
            guard let longer = result.multiplied(by: try power()) else { throw fault(.exponentOutOfRange, at: start) }
            result = longer
        }
        return result
    }

    /// The number of bytes of the multiplication sign at the position; `nil` if there is none.
    private var operatorLength: Int? {
        switch next {
        case UInt8(ascii: "."), UInt8(ascii: "*"): 1
        case 0xC2 where position + 1 < bytes.count && bytes[position + 1] == 0xB7: 2
        default: nil
        }
    }

    private mutating func power() throws(HKUnitParseError) -> UnitFactors {
        let wasOne = next == UInt8(ascii: "1")
        let base = try group()
        guard next == UInt8(ascii: "^") else { return base }
        guard !wasOne else { throw fault(.invalidExponent) }
        position += 1
        let start = position
        let exponent = try self.exponent()
        guard next != UInt8(ascii: "^") else { throw fault(.invalidExponent) }
        guard let raised = base.raised(to: exponent) else { throw fault(.exponentOutOfRange, at: start) }
        return raised
    }

    private mutating func exponent() throws(HKUnitParseError) -> Int {
        let start = position
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let digits = position
        var value = 0
        while let digit = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit {
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
            guard value <= UnitFactors.exponentLimit else { throw fault(.exponentOutOfRange, at: start) }
            position += 1
        }
        guard position > digits else { throw fault(.invalidExponent) }
        return isNegative ? -value : value
    }

    private mutating func group() throws(HKUnitParseError) -> UnitFactors {
        switch next {
        case UInt8(ascii: "("):
            return try parentheses()
        case UInt8(ascii: "1"):
            if depth > 0 || isBelow { throw fault(.misplacedOne) }
            one = position
            position += 1
            return .none
        case nil, UInt8(ascii: "/"), UInt8(ascii: ")"), UInt8(ascii: "^"):
            throw fault(next == UInt8(ascii: ")") && depth == 0 ? .unbalancedParenthesis : .missingUnit)
        default:
            if operatorLength != nil { throw fault(.missingUnit) }
            return UnitFactors(try atom())
        }
    }

    private mutating func parentheses() throws(HKUnitParseError) -> UnitFactors {
        let start = position
        guard depth < Self.depthLimit else { throw fault(.tooComplex) }
        depth += 1
        position += 1
        // At the end of the string the error is the open parenthesis, not a missing unit.
        guard next != nil else { throw fault(.unbalancedParenthesis, at: start) }
        let inner = try product()
        switch next {
        case UInt8(ascii: ")"): break
        case nil: throw fault(.unbalancedParenthesis, at: start)
        case UInt8(ascii: "/"): throw fault(.misplacedDivision)
        default: throw fault(.unexpectedCharacter)
        }
        position += 1
        depth -= 1
        return inner
    }

    // MARK: Names

    private mutating func atom() throws(HKUnitParseError) -> UnitAtom {
        let start = position
        while let byte = next, Self.isNamePart(byte) { position += 1 }
        guard position > start else { throw fault(.unexpectedCharacter) }
        guard let atom = Self.atoms[String(decoding: bytes[start..<position], as: UTF8.self)] else {
            throw fault(.unknownUnit, at: start)
        }
        guard next == UInt8(ascii: "<") else { return atom }
        guard atom.symbol == .mole else { throw fault(.invalidMolarMass) }
        return UnitAtom(.mole, prefix: atom.prefix, molarMass: try molarMass())
    }

    private mutating func molarMass() throws(HKUnitParseError) -> Double {
        let start = position
        position += 1
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
            throw fault(.invalidMolarMass, at: start)
        }
        let digits = bytes[position..<end]
        // `Double` also parses `inf`, `nan` and hexadecimal numbers, which are not valid in a unit.
        guard digits.first.map({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) == true,
            digits.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }),
            let mass = Double(String(decoding: digits, as: UTF8.self)), mass > 0, mass.isFinite
        else { throw fault(.invalidMolarMass, at: start) }
        position = end + 1
        return mass
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "_"), UInt8(ascii: "%"): true
        default: false
        }
    }

    /// All spellings of the named units. No two units share a spelling, which a test verifies.
    private static let atoms: [String: UnitAtom] = {
        var atoms: [String: UnitAtom] = [:]
        for symbol in UnitSymbol.allCases {
            for prefix in symbol.definition.isPrefixable ? HKMetricPrefix.everyPrefix : [.none] {
                let atom = UnitAtom(symbol, prefix: prefix)
                atoms[atom.text] = atom
                if symbol == .liter { atoms[prefix.text + "l"] = atom }
            }
        }
        return atoms
    }()
}
