// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
