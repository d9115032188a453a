// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// Reads a unit such as `mg/dL`; see ``HKUnit`` for what a text may hold.
    ///
    /// The process stops where the text is not a unit, as on Apple's systems, so use it for texts that stand
    /// in code. For texts that people type or files hold there is ``init(validating:)``.
    ///
    /// - Parameter string: The unit as ``unitString`` writes it.
    public convenience init(from string: String) {
        do throws(HKUnitParseError) {
            try self.init(validating: string)
        } catch {
            violationInvalidUnitString(error)
        }
    }

    /// Reads a unit such as `mg/dL`, or says what is wrong with the text. Not part of Apple's API.
    ///
    /// - Parameter string: The unit as ``unitString`` writes it; see ``HKUnit`` for what a text may hold.
    /// - Throws: ``HKUnitParseError`` with the place and kind of the fault.
    public convenience init(validating string: String) throws(HKUnitParseError) {
        self.init(factors: try HKUnitParser.factors(of: string))
    }
}
