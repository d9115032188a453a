// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Every way in which a caller can break the contract of this module and be stopped for it, one named function each,
// so that each has one text and one exit test. A message names units, types and dates, never a person's values.

/// Stops the process because a caller broke the contract of an API; the functions below all end here.
package func contractViolation(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError(message, file: file, line: line)
}

// MARK: - Units and quantities

/// A text that was given to ``HKUnit/init(from:)-(String)`` names no unit.
package func violationInvalidUnitString(_ error: HKUnitParseError) -> Never {
    contractViolation("\(error). For text that people type, use HKUnit(validating:), which throws.")
}

/// A value was asked for in a unit that does not measure the same thing.
package func violationIncompatibleUnits(_ source: HKUnit, _ target: HKUnit) -> Never {
    contractViolation(
        "Attempt to convert incompatible units: \(source.unitString), \(target.unitString). "
            + "Ask is(compatibleWith:) first, or use value(in:), which throws.")
}

/// The algebra led to a power that no unit can have.
package func violationUnitExponentOutOfRange() -> Never {
    contractViolation(
        "The power of a factor of a unit lies between -\(UnitFactors.exponentLimit) and \(UnitFactors.exponentLimit).")
}

/// A mole unit was asked for with a molar mass that no substance has.
package func violationInvalidMolarMass() -> Never {
    contractViolation("A molar mass is a finite number of grams per mole above zero.")
}

/// A formatter's unit was asked for that Foundation does not have.
package func violationNoFormatterUnit(_ unit: HKUnit, _ formatter: String) -> Never {
    contractViolation("\(formatter) has no unit \(unit.unitString); convert the quantity to one that it has.")
}

// The ways to be stopped for building an object that cannot be. Each of them has a throwing sibling, which the
// messages name.

/// An object was built from parts that its initialiser refuses.
package func violationInvalidObject(_ error: HKObjectValidationError) -> Never {
    contractViolation("\(error). For what people type, use the throwing sibling of this initialiser, validated(…).")
}

/// Runs a check that a trapping initialiser stands on, and stops the process where it fails.
func orStop<Value>(_ check: () throws(HKObjectValidationError) -> Value) -> Value {
    do throws(HKObjectValidationError) {
        return try check()
    } catch {
        violationInvalidObject(error)
    }
}
