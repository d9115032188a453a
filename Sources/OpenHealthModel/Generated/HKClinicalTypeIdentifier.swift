// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The identifier of a clinical type.
public struct HKClinicalTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of allergy record. iOS 12.0.
    public static let allergyRecord = Self(rawValue: "HKClinicalTypeIdentifierAllergyRecord")

    /// The identifier of clinical note record. iOS 16.4.
    public static let clinicalNoteRecord = Self(rawValue: "HKClinicalTypeIdentifierClinicalNoteRecord")

    /// The identifier of condition record. iOS 12.0.
    public static let conditionRecord = Self(rawValue: "HKClinicalTypeIdentifierConditionRecord")

    /// The identifier of coverage record. iOS 14.0.
    public static let coverageRecord = Self(rawValue: "HKClinicalTypeIdentifierCoverageRecord")

    /// The identifier of immunization record. iOS 12.0.
    public static let immunizationRecord = Self(rawValue: "HKClinicalTypeIdentifierImmunizationRecord")

    /// The identifier of lab result record. iOS 12.0.
    public static let labResultRecord = Self(rawValue: "HKClinicalTypeIdentifierLabResultRecord")

    /// The identifier of medication record. iOS 12.0.
    public static let medicationRecord = Self(rawValue: "HKClinicalTypeIdentifierMedicationRecord")

    /// The identifier of procedure record. iOS 12.0.
    public static let procedureRecord = Self(rawValue: "HKClinicalTypeIdentifierProcedureRecord")

    /// The identifier of vital sign record. iOS 12.0.
    public static let vitalSignRecord = Self(rawValue: "HKClinicalTypeIdentifierVitalSignRecord")
}
