// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Verifiable clinical record source type. iOS 15.4.
public struct HKVerifiableClinicalRecordSourceType: RawRepresentable, Hashable, Sendable {
    /// The value as a string.
    public let rawValue: String

    /// Creates a value from its string, whether or not it is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Eu digital COVID certificate. iOS 15.4.
    public static let euDigitalCOVIDCertificate = Self(rawValue: "EUDigitalCOVIDCertificate")

    /// Smart health card. iOS 15.4.
    public static let smartHealthCard = Self(rawValue: "SMARTHealthCard")
}
