// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Units that people type: those of HealthKit's grammar, and usual names such as `bpm`, `lbs`, `°C` and `mg/dl`.
enum UnitName {
    /// Usual names in small letters, and the units of the grammar.
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
    /// Reads a unit.
    /// - Parameter type: the identifier of the type whose values are meant.
    /// - Throws: a ``ToolError`` for what is no unit.
    static func parse(_ text: String, type: String) throws -> HKUnit {
        // The grammar has a unit without a name, that of pure numbers; an empty argument does not mean it.
        guard !text.allSatisfy(\.isWhitespace) else {
            throw ToolError(
                .badArgument, "\(text.debugDescription) is not a unit",
                remedy: "write a unit such as kg, mg/dL or count/min")
        }
        let stored = HealthTypes.named(type)?.canonicalUnit.map { HKUnit(from: $0) }
        if let usual = usualUnit(text, stored: stored) { return usual }
        let parsed: HKUnit
        do {
            // Keyboards and other programs have one of two letters for a millionth, which the grammar writes as mc.
            parsed = try HKUnit(validating: text.replacing("\u{b5}", with: "mc").replacing("\u{3bc}", with: "mc"))
        } catch {
            throw ToolError(.badArgument, "\(error)", remedy: "write a unit such as kg, mg/dL or count/min")
        }
        // Blood glucose is the one type whose moles have one molar mass.
        if type == HKQuantityTypeIdentifier.bloodGlucose.rawValue, parsed.is(compatibleWith: HKUnit(from: "mol/L")) {
            return HKUnit(from: parsed.unitString.replacing("mol", with: "mol<\(HKUnitMolarMassBloodGlucose)>"))
        }
        return parsed
    }

    /// The unit with a usual name, where it measures what the type does: `C` is a temperature's degree, and elsewhere no unit.
    private static func usualUnit(_ text: String, stored: HKUnit?) -> HKUnit? {
        let word = text.trimmingCharacters(in: .whitespaces).lowercased()
        let isTemperature = stored?.is(compatibleWith: .degreeCelsius()) ?? false
        let degrees = isTemperature ? ["c": "degC", "f": "degF"][word] : nil
        guard let name = degrees ?? names[word], let stored else { return nil }
        let unit = HKUnit(from: name)
        return unit.is(compatibleWith: stored) ? unit : nil
    }
}
