// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Verifiable clinical record credential type. iOS 15.4.
public struct HKVerifiableClinicalRecordCredentialType: RawRepresentable, Hashable, Sendable {
    /// The value as a string.
    public let rawValue: String

    /// Creates a value from its string, whether or not it is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// COVID 19. iOS 15.4.
    public static let covid19 = Self(rawValue: "https://smarthealth.cards#covid19")

    /// Immunization. iOS 15.4.
    public static let immunization = Self(rawValue: "https://smarthealth.cards#immunization")

    /// Laboratory. iOS 15.4.
    public static let laboratory = Self(rawValue: "https://smarthealth.cards#laboratory")

    /// Recovery. iOS 15.4.
    public static let recovery = Self(rawValue: "https://smarthealth.cards#recovery")
}
