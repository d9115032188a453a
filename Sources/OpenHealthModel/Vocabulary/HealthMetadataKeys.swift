// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The metadata keys that are known by name.
public enum HealthMetadataKeys {
    /// The kind of a key's value.
    public enum Kind: Sendable, Hashable {
        /// Text.
        case string
        /// A number; often the raw value of an enumeration.
        case number
        /// True or false.
        case bool
        /// A date.
        case date
        /// A quantity, compatible with the unit; nil where that depends on the sample.
        case quantity(unit: String?)
    }

    /// Every known key, sorted.
    public static let all: [String] = valueKinds.keys.sorted()

    /// Returns the kind of a key's value, or nil for an app's own key.
    /// - Parameter key: the string, such as `HKTimeZone`.
    public static func valueKind(_ key: String) -> Kind? {
        valueKinds[key]
    }

    /// The enumeration whose raw values a key's numbers are, or nil; see ``HealthEnums``.
    /// - Parameter key: the string, such as `HKWeatherCondition`.
    public static func valueEnum(_ key: String) -> String? {
        valueEnums[key]
    }
}
