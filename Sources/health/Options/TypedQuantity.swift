// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel

/// A quantity as a person types it: `72.5 kg`, `72.5kg`, `97 %`, `0.97`, `10 st 6 lb`.
struct TypedQuantity {
    /// The value in ``unit``.
    let value: Double
    /// The unit, compatible with the type.
    let unit: HKUnit
    /// A prompt for confirmation before the quantity is saved; `nil` if the input is unambiguous.
    var prompt: String?

    /// Parses a quantity.
    /// - Parameters:
    ///   - text: Numbers with units; a single number can omit its unit and is then in the type's own unit.
    ///   - type: The identifier of the type.
    /// - Throws: A ``ToolError`` if a number or unit is invalid, if a unit is incompatible with the type, or for percentages
    ///   above 100.
    init(_ text: String, type: String) throws {
        let stored = HealthTypes.named(type)?.canonicalUnit ?? "count"
        let parts = Self.parts(of: TypedArguments.plain(text))
        guard let first = parts.first, parts.allSatisfy({ !$0.number.isNaN }),
            parts.count == 1 || parts.allSatisfy({ $0.unit != nil })
        else {
            throw ToolError(
                .badArgument, "the value for \(TypeName.short(type)) is not a number",
                remedy: "write it with a point, as in 72.5, followed by the unit")
        }
        guard stored != PercentText.unit else {
            self = try Self(percentage: first, type: type, isAlone: parts.count == 1)
            return
        }
        unit = try Self.unit(first.unit ?? stored, type: type, stored: stored)
        var sum = first.number
        var previous = unit
        for part in parts.dropFirst() {
            let other = try Self.unit(part.unit ?? stored, type: type, stored: stored)
            guard part.number >= 0, let whole = previous.conversion(to: other)?(1), part.number < whole * (1 - 1e-9)
            else {
                throw ToolError(
                    .badArgument, "the value for \(TypeName.short(type)) has too many \(other.unitString)",
                    remedy: "write it as in 10 st 6 lb or 5 ft 11 in")
            }
            previous = other
            // The sign of the first number applies to all, as in -1 ft 2 in.
            sum +=
                (first.number < 0 ? -1 : 1) * HKQuantity(unit: other, doubleValue: part.number).doubleValue(for: unit)
        }
        value = sum
        if first.unit == "cal", HKUnit(from: stored).is(compatibleWith: HKUnit(from: "cal")) {
            prompt = "The unit cal is a thousandth of a food calorie (kcal). Save it?"
        }
    }

    /// Checks that the value is plausible.
    /// - Parameter confirm: Asks for confirmation of an improbable value; throws an error if it must not be saved.
    /// - Throws: A ``ToolError`` if the value is impossible.
    func check(_ type: String, confirm: (_ prompt: String) throws -> Void) throws {
        guard let range = ValueRanges.range(of: type), let stored = HealthTypes.named(type)?.canonicalUnit else {
            return
        }
        let name = TypeName.short(type)
        switch range.verdict(HKQuantity(unit: unit, doubleValue: value).doubleValue(for: HKUnit(from: stored))) {
        case .usual: break
        case .improbable:
            try confirm("The value is outside the usual range of \(name) (in \(unit.unitString)). Save it?")
        case .impossible:
            let isFahrenheit =
                stored == "degC" && unit.unitString == "degC"
                && range.verdict(HKQuantity(unit: .degreeFahrenheit(), doubleValue: value).doubleValue(for: unit))
                    == .usual
            throw ToolError(
                .badArgument, "the value for \(name) is not possible in \(unit.unitString)",
                remedy: isFahrenheit
                    ? "append degF for degrees Fahrenheit" : "check the number and its unit")
        }
    }

    /// Creates a percentage, which is typed with a percent sign in hundredths, or without one as HealthKit's fraction.
    private init(percentage part: (number: Double, unit: String?), type: String, isAlone: Bool) throws {
        let name = TypeName.short(type)
        unit = HKUnit.percent()
        guard isAlone, part.unit == nil || ["%", "percent"].contains(part.unit?.lowercased()) else {
            throw ToolError(.badArgument, "\(name) is a percentage", remedy: "write 97 % or 0.97")
        }
        value = part.unit == nil ? part.number : part.number / 100
        guard (0...1).contains(value) else {
            throw ToolError(
                .badArgument, "the value for \(name) is not between 0 and 100 %",
                remedy: "write 97 % or 0.97")
        }
        if part.unit != nil, value > 0, value < 0.01, !Self.smallPercentages.contains(type) {
            prompt = "The value is less than 1 %; 97 % is written as 97 % or 0.97. Save it?"
        }
    }

    /// The types whose usual values are below 1 %.
    private static let smallPercentages: Set<String> = [
        HKQuantityTypeIdentifier.bloodAlcoholContent.rawValue,
        HKQuantityTypeIdentifier.peripheralPerfusionIndex.rawValue,
        HKQuantityTypeIdentifier.atrialFibrillationBurden.rawValue,
        HKQuantityTypeIdentifier.walkingAsymmetryPercentage.rawValue,
    ]

    private static func unit(_ text: String, type: String, stored: String) throws -> HKUnit {
        let unit = try UnitName.parse(text, type: type)
        guard unit.is(compatibleWith: HKUnit(from: stored)) else {
            throw ToolError(
                .badArgument, "\(TypeName.short(type)) cannot be given in \(unit.unitString)",
                remedy: "name a unit that measures the same as \(stored)")
        }
        return unit
    }

    /// The units that can be followed by another number without a space, as in 5'11" and 10st6lb.
    private static let composed: Set<String> = ["'", "ft", "foot", "feet", "st", "stone", "stones"]

    /// Returns the numbers with their units; invalid numbers are NaN.
    private static func parts(of text: String) -> [(number: Double, unit: String?)] {
        var parts: [(number: Double, unit: String?)] = []
        var rest = Substring(text).drop(while: \.isWhitespace)
        while !rest.isEmpty {
            let digits = rest.prefix { "+-.0123456789".contains($0) }
            var number = String(digits)
            rest = rest.dropFirst(digits.count)
            // An exponent, as opposed to a unit that begins with e.
            if let match = rest.prefixMatch(of: /[eE][+\-]?[0-9]+/) {
                number += match.output
                rest = rest[match.range.upperBound...]
            }
            rest = rest.drop(while: \.isWhitespace)
            // A unit ends before the next number.
            var unit = ""
            while let character = rest.first {
                if character.isWhitespace, let next = rest.drop(while: \.isWhitespace).first,
                    "+-.0123456789".contains(next)
                {
                    break
                }
                if character.isNumber, composed.contains(unit.lowercased()) { break }
                unit.append(character)
                rest = rest.dropFirst()
            }
            rest = rest.drop(while: \.isWhitespace)
            let name = unit.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            parts.append((TypedNumber.parse(number) ?? .nan, name.isEmpty ? nil : name))
        }
        return parts
    }
}

/// Numbers in arguments.
enum TypedNumber {
    /// Parses a decimal number; `nil` for anything else, such as hexadecimal digits, `nan` or `inf`.
    static func parse(_ text: String) -> Double? {
        let plain = TypedArguments.plain(text)
        let allowed = plain.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard allowed, let number = Double(plain), number.isFinite else { return nil }
        return number
    }
}
