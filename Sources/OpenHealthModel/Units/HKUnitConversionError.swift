// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An error that occurs when a value cannot be converted to a unit.
public struct HKUnitConversionError: Error, Hashable, Sendable {
    /// The kind of an error, for comparison.
    public typealias Code = ErrorCode<HKUnitConversionError>

    /// The kind of error.
    public let code: Code
    /// The unit of the value.
    public let source: HKUnit
    /// The unit that was requested.
    public let target: HKUnit
}

extension HKUnitConversionError.Code {
    /// The two units do not have the same dimension.
    public static let incompatibleUnits = Self(rawValue: "incompatibleUnits")
}

extension HKUnitConversionError: CustomStringConvertible {
    /// The problem and its remedy, with the units but never the value.
    public var description: String {
        "\(source.unitString) cannot be converted to \(target.unitString), since they do not measure the same thing; "
            + "ask for a unit that is compatible with \(source.unitString)"
    }
}
