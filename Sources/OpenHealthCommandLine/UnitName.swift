// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Units in arguments: unit strings of HealthKit and common names such as `bpm`, `lbs`, `°C` and `mg/dl`.
package enum UnitName {
    /// The common names in lowercase, and their unit strings.
    private static let names: [String: String] = [
        "bpm": "count/min", "beats/min": "count/min", "/min": "count/min", "breaths/min": "count/min",
        "br/min": "count/min",
        "lbs": "lb", "pound": "lb", "pounds": "lb", "ounce": "oz", "ounces": "oz", "stone": "st", "stones": "st",
        "kilo": "kg",
        "kilos": "kg", "kgs": "kg", "gram": "g", "grams": "g", "mg/dl": "mg/dL", "ml": "mL", "dl": "dL", "l": "L",
        "liter": "L", "liters": "L", "litre": "L", "litres": "L", "cups": "cup_us", "cup": "cup_us",
        "fl oz": "fl_oz_us",
        "floz": "fl_oz_us", "oz fl": "fl_oz_us", "kcals": "kcal", "kj": "kJ", "calories": "kcal", "mile": "mi",
        "miles": "mi", "metre": "m", "metres": "m", "meter": "m", "meters": "m", "foot": "ft", "feet": "ft", "'": "ft",
        "inch": "in", "inches": "in", "\"": "in", "yard": "yd", "yards": "yd", "h": "hr", "hour": "hr", "hours": "hr",
        "hrs": "hr",
        "mins": "min", "minute": "min", "minutes": "min", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
        "km/h": "km/hr", "kmh": "km/hr", "kph": "km/hr", "mph": "mi/hr", "mmhg": "mmHg", "°c": "degC", "°f": "degF",
        "celsius": "degC", "fahrenheit": "degF", "degc": "degC", "degf": "degF", "steps": "count", "times": "count",
        "percent": "%", "ml/kg/min": "mL/min·kg", "iu": "IU", "units": "IU", "mcg": "mcg", "ug": "mcg", "db": "dBASPL",
        "w": "W", "watt": "W", "watts": "W",
    ]
    /// Parses a unit.
    /// - Parameter type: The identifier of the type of the values.
    /// - Throws: A ``ToolError`` if the unit is invalid.
    package static func parse(_ text: String, type: String) throws -> HKUnit {
        // The empty string is the null unit, but an empty argument is a mistake.
        guard !text.allSatisfy(\.isWhitespace) else {
            throw ToolError(
                .badArgument, "\(text.debugDescription) is not a unit",
                remedy: "write a unit such as kg, mg/dL or count/min")
        }
        let stored = HealthTypes.named(type)?.canonicalUnit.map { HKUnit(from: $0) }
        if let usual = usualUnit(text, stored: stored) { return usual }
        let parsed: HKUnit
        do {
            // Keyboards and other programs use one of two letters for micro, which unit strings write as mc.
            parsed = try HKUnit(validating: text.replacing("\u{b5}", with: "mc").replacing("\u{3bc}", with: "mc"))
        } catch {
            throw ToolError(.badArgument, "\(error)", remedy: "write a unit such as kg, mg/dL or count/min")
        }
        // Blood glucose is the only type with a single molar mass.
        if type == HKQuantityTypeIdentifier.bloodGlucose.rawValue, parsed.is(compatibleWith: HKUnit(from: "mol/L")) {
            return HKUnit(from: parsed.unitString.replacing("mol", with: "mol<\(HKUnitMolarMassBloodGlucose)>"))
        }
        return parsed
    }

    /// Returns the unit with a common name if it is compatible with the type: `C` is a degree for temperatures only.
    private static func usualUnit(_ text: String, stored: HKUnit?) -> HKUnit? {
        let word = text.trimmingCharacters(in: .whitespaces).lowercased()
        let isTemperature = stored?.is(compatibleWith: .degreeCelsius()) ?? false
        let degrees = isTemperature ? ["c": "degC", "f": "degF"][word] : nil
        guard let name = degrees ?? names[word], let stored else { return nil }
        let unit = HKUnit(from: name)
        return unit.is(compatibleWith: stored) ? unit : nil
    }
}

/// The unit in which values of a type are shown, with the conversion from the unit in which they are stored.
public struct ShownUnit: Sendable {
    /// The unit string.
    public let text: String
    private let conversion: UnitConversion?

    /// Creates the unit.
    /// - Parameters:
    ///   - wanted: The unit as typed; `nil` for the unit in which values are stored.
    ///   - type: The identifier of the type.
    ///   - stored: The unit in which values are stored.
    /// - Throws: A ``ToolError`` if the unit is incompatible with the type.
    public init(_ wanted: String?, type: String, stored: String) throws {
        guard let wanted else {
            text = stored
            conversion = nil
            return
        }
        let target = try UnitName.parse(wanted, type: type)
        guard let conversion = HKUnit(from: stored).conversion(to: target) else {
            throw ToolError(
                .badArgument, "\(TypeName.short(type)) cannot be given in \(target.unitString)",
                remedy: "name a unit that measures the same as \(stored)")
        }
        text = target.unitString
        self.conversion = conversion
    }

    /// Returns a stored value in this unit.
    public func callAsFunction(_ value: Double) -> Double {
        conversion.map { $0(value) } ?? value
    }

    /// Returns a number followed by the unit.
    package func with(_ number: String) -> String { number + " " + text }
}
