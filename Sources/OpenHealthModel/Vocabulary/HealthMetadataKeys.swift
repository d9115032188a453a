// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The predefined metadata keys.
public enum HealthMetadataKeys {
    /// The kind of a key's value.
    public enum Kind: Sendable, Hashable {
        /// A string.
        case string
        /// A number; often the raw value of an enumeration.
        case number
        /// A Boolean value.
        case bool
        /// A date.
        case date
        /// A quantity, compatible with the unit; the unit is `nil` if it depends on the sample.
        case quantity(unit: String?)
    }

    /// All predefined keys, sorted.
    public static let all: [String] = valueKinds.keys.sorted()

    /// Returns the kind of a key's value, or `nil` for an app's own key.
    /// - Parameter key: The key, such as `HKTimeZone`.
    public static func valueKind(_ key: String) -> Kind? {
        valueKinds[key]
    }

    /// Returns the enumeration whose raw values are the values of a key, or `nil`; see ``HealthEnums``.
    /// - Parameter key: The key, such as `HKWeatherCondition`.
    public static func valueEnum(_ key: String) -> String? {
        valueEnums[key]
    }
}
