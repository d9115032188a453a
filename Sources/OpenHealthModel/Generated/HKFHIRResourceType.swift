// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// FHIR resource type. iOS 12.0.
public struct HKFHIRResourceType: RawRepresentable, Hashable, Sendable {
    /// The value as a string.
    public let rawValue: String

    /// Makes a value from its string, whether or not it is known.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Allergy intolerance. iOS 12.0.
    public static let allergyIntolerance = HKFHIRResourceType(rawValue: "AllergyIntolerance")

    /// Condition. iOS 12.0.
    public static let condition = HKFHIRResourceType(rawValue: "Condition")

    /// Coverage. iOS 14.0.
    public static let coverage = HKFHIRResourceType(rawValue: "Coverage")

    /// Diagnostic report. iOS 16.4.
    public static let diagnosticReport = HKFHIRResourceType(rawValue: "DiagnosticReport")

    /// Document reference. iOS 16.4.
    public static let documentReference = HKFHIRResourceType(rawValue: "DocumentReference")

    /// Immunization. iOS 12.0.
    public static let immunization = HKFHIRResourceType(rawValue: "Immunization")

    /// Medication dispense. iOS 12.0.
    public static let medicationDispense = HKFHIRResourceType(rawValue: "MedicationDispense")

    /// Medication order. iOS 12.0.
    public static let medicationOrder = HKFHIRResourceType(rawValue: "MedicationOrder")

    /// Medication request. iOS 14.0.
    public static let medicationRequest = HKFHIRResourceType(rawValue: "MedicationRequest")

    /// Medication statement. iOS 12.0.
    public static let medicationStatement = HKFHIRResourceType(rawValue: "MedicationStatement")

    /// Observation. iOS 12.0.
    public static let observation = HKFHIRResourceType(rawValue: "Observation")

    /// Procedure. iOS 12.0.
    public static let procedure = HKFHIRResourceType(rawValue: "Procedure")
}
