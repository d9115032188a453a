// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The identifier of a correlation type.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of blood pressure. iOS 8.0.
    public static let bloodPressure = Self(rawValue: "HKCorrelationTypeIdentifierBloodPressure")

    /// The identifier of food. iOS 8.0.
    public static let food = Self(rawValue: "HKCorrelationTypeIdentifierFood")
}
