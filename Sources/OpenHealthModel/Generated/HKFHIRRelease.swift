// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// FHIR release. iOS 14.0.
public struct HKFHIRRelease: RawRepresentable, Hashable, Sendable {
    /// The value as a string.
    public let rawValue: String

    /// Creates a value from its string, whether or not it is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// DSTU 2. iOS 14.0.
    public static let dstu2 = Self(rawValue: "DSTU2")

    /// R4. iOS 14.0.
    public static let r4 = Self(rawValue: "R4")

    /// Unknown. iOS 14.0.
    public static let unknown = Self(rawValue: "unknown")
}
