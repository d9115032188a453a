// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Why a value cannot be given in a unit.
public struct HKUnitConversionError: Error, Hashable, Sendable {
    /// The kinds of fault. There may be more of them in a later version, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The two units do not measure the same thing.
        public static let incompatibleUnits = Code(rawValue: "incompatibleUnits")
    }

    /// The kind of fault.
    public let code: Code
    /// The unit that the value has.
    public let source: HKUnit
    /// The unit that was asked for.
    public let target: HKUnit

    /// Creates an error from its parts; see the properties.
    public init(code: Code, source: HKUnit, target: HKUnit) {
        self.code = code
        self.source = source
        self.target = target
    }
}

extension HKUnitConversionError: CustomStringConvertible {
    /// The problem and its remedy; names the units, never the value.
    public var description: String {
        "\(source.unitString) cannot be converted to \(target.unitString), since they do not measure the same thing; "
            + "ask for a unit that is compatible with \(source.unitString)"
    }
}
