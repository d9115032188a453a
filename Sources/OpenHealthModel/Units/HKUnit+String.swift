// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// Creates a unit from a string such as `mg/dL`; see ``HKUnit`` for the syntax.
    ///
    /// Traps if the string is not a unit, as on Apple platforms, so use this initializer for string literals. For strings
    /// that people type or that come from files, use ``init(validating:)``.
    ///
    /// - Parameter string: The unit in the syntax of ``unitString``.
    public convenience init(from string: String) {
        do throws(HKUnitParseError) {
            try self.init(validating: string)
        } catch {
            violationInvalidUnitString(error)
        }
    }

    /// Creates a unit from a string such as `mg/dL`, throwing an error if the string is not a unit. Not part of Apple's API.
    ///
    /// - Parameter string: The unit in the syntax of ``unitString``; see ``HKUnit``.
    /// - Throws: ``HKUnitParseError`` with the position and kind of the error if the string is not a unit.
    public convenience init(validating string: String) throws(HKUnitParseError) {
        self.init(factors: try HKUnitParser.factors(of: string))
    }
}
