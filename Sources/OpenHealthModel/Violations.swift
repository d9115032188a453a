// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The precondition failures of this module, one function for each, so that each has one message and one exit test.
// Messages contain units, types and dates, never a person's values.

/// Traps because a caller violated a precondition; all functions below call this one.
package func contractViolation(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError(message, file: file, line: line)
}

// MARK: - Units and quantities

/// Traps because the argument of ``HKUnit/init(from:)-(String)`` is not a unit.
package func violationInvalidUnitString(_ error: HKUnitParseError) -> Never {
    contractViolation("\(error). For text that people type, use HKUnit(validating:), which throws.")
}

/// Traps because a value was requested in an incompatible unit.
package func violationIncompatibleUnits(_ source: HKUnit, _ target: HKUnit) -> Never {
    contractViolation(
        "Attempt to convert incompatible units: \(source.unitString), \(target.unitString). "
            + "Ask is(compatibleWith:) first, or use value(in:), which throws.")
}

/// Traps because the result of a unit operation has a power outside the limits.
package func violationUnitExponentOutOfRange() -> Never {
    contractViolation(
        "The power of a factor of a unit is between -\(UnitFactors.exponentLimit) and \(UnitFactors.exponentLimit).")
}

/// Traps because the molar mass of a mole unit is invalid.
package func violationInvalidMolarMass() -> Never {
    contractViolation("A molar mass is a finite number of grams per mole above zero.")
}

/// Traps because the formatter has no such unit.
package func violationNoFormatterUnit(_ unit: HKUnit, _ formatter: String) -> Never {
    contractViolation("\(formatter) has no unit \(unit.unitString); convert the quantity to one that it has.")
}

// The precondition failures of initializers. Each has a throwing alternative, which its message names.

/// Traps because the arguments of an initializer are invalid.
package func violationInvalidObject(_ error: HKObjectValidationError) -> Never {
    contractViolation("\(error). For what people type, use the throwing sibling of this initialiser, validated(…).")
}

/// Runs the validation of an initializer, and traps if it fails.
func orStop<Value>(_ check: () throws(HKObjectValidationError) -> Value) -> Value {
    do throws(HKObjectValidationError) {
        return try check()
    } catch {
        violationInvalidObject(error)
    }
}

// MARK: - Types

/// Traps because a type identifier is unknown or of another kind.
package func violationUnknownType(_ identifier: String, expected kind: HealthTypeDescription.Kind) -> Never {
    contractViolation(
        "\"\(identifier)\" is not the identifier of a \(kind.rawValue) type. "
            + "For text that people type, use HealthTypes.matching(_:), which returns nil.")
}

/// Traps because the type does not have the requested duration limit.
package func violationUnrestrictedDuration(_ type: HKSampleType, _ bound: String) -> Never {
    contractViolation("\(type.identifier) has no \(bound) duration; ask whether it is restricted first.")
}
