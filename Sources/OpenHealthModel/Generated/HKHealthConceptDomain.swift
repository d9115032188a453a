// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Health concept domain. iOS 26.0.
public struct HKHealthConceptDomain: RawRepresentable, Hashable, Sendable {
    /// The value as a string.
    public let rawValue: String

    /// Creates a value from its string, whether or not it is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Medication. iOS 26.0.
    public static let medication = Self(rawValue: "HKHealthConceptDomainMedication")
}
