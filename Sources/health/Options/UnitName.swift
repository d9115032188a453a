// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// Units that people type.
enum UnitName {
    /// Reads a unit.
    /// - Parameter type: the identifier of the type whose values are meant.
    /// - Throws: a ``ToolError`` for what is no unit, and for moles of glucose that say no weight.
    static func parse(_ text: String, type: String) throws -> HKUnit {
        // The grammar has a unit without a name, that of pure numbers; nobody who types nothing means it.
        guard !text.allSatisfy(\.isWhitespace) else {
            throw ToolError(
                .badArgument, "\(text.debugDescription) is not a unit",
                remedy: "write a unit such as kg, mg/dL or count/min")
        }
        let parsed: HKUnit
        do {
            // Keyboards and other programs have one of two letters for a millionth, which the grammar writes as mc.
            parsed = try HKUnit(validating: text.replacing("\u{b5}", with: "mc").replacing("\u{3bc}", with: "mc"))
        } catch {
            throw ToolError(.badArgument, "\(error)", remedy: "write a unit such as kg, mg/dL or count/min")
        }
        if type == HKQuantityTypeIdentifier.bloodGlucose.rawValue, parsed.is(compatibleWith: HKUnit(from: "mol/L")) {
            throw ToolError(
                .badArgument, "\(text) does not say what a mole of it weighs",
                remedy: "write mmol<\(HKUnitMolarMassBloodGlucose)>/L")
        }
        return parsed
    }
}
