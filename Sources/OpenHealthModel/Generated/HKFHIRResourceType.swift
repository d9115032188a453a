// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// FHIR resource type. iOS 12.0.
public struct HKFHIRResourceType: RawRepresentable, Hashable, Sendable {
    /// The value as a string.
    public let rawValue: String

    /// Creates a value from its string, whether or not it is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Allergy intolerance. iOS 12.0.
    public static let allergyIntolerance = Self(rawValue: "AllergyIntolerance")

    /// Condition. iOS 12.0.
    public static let condition = Self(rawValue: "Condition")

    /// Coverage. iOS 14.0.
    public static let coverage = Self(rawValue: "Coverage")

    /// Diagnostic report. iOS 16.4.
    public static let diagnosticReport = Self(rawValue: "DiagnosticReport")

    /// Document reference. iOS 16.4.
    public static let documentReference = Self(rawValue: "DocumentReference")

    /// Immunization. iOS 12.0.
    public static let immunization = Self(rawValue: "Immunization")

    /// Medication dispense. iOS 12.0.
    public static let medicationDispense = Self(rawValue: "MedicationDispense")

    /// Medication order. iOS 12.0.
    public static let medicationOrder = Self(rawValue: "MedicationOrder")

    /// Medication request. iOS 14.0.
    public static let medicationRequest = Self(rawValue: "MedicationRequest")

    /// Medication statement. iOS 12.0.
    public static let medicationStatement = Self(rawValue: "MedicationStatement")

    /// Observation. iOS 12.0.
    public static let observation = Self(rawValue: "Observation")

    /// Procedure. iOS 12.0.
    public static let procedure = Self(rawValue: "Procedure")
}
