// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An error that occurs when a value cannot be converted to a unit.
public struct HKUnitConversionError: Error, Hashable, Sendable {
    /// The kind of conversion error. Later versions can add kinds, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The two units do not have the same dimension.
        public static let incompatibleUnits = Code(rawValue: "incompatibleUnits")
    }

    /// The kind of error.
    public let code: Code
    /// The unit of the value.
    public let source: HKUnit
    /// The unit that was requested.
    public let target: HKUnit
}

extension HKUnitConversionError: CustomStringConvertible {
    /// The problem and its remedy, with the units but never the value.
    public var description: String {
        "\(source.unitString) cannot be converted to \(target.unitString), since they do not measure the same thing; "
            + "ask for a unit that is compatible with \(source.unitString)"
    }
}
