// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Medication general form. iOS 26.0.
public struct HKMedicationGeneralForm: RawRepresentable, Hashable, Sendable {
    /// The value as a string.
    public let rawValue: String

    /// Creates a value from its string, whether or not it is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Capsule. iOS 26.0. The string behind it is assumed.
    public static let capsule = Self(rawValue: "HKMedicationGeneralFormCapsule")

    /// Cream. iOS 26.0. The string behind it is assumed.
    public static let cream = Self(rawValue: "HKMedicationGeneralFormCream")

    /// Device. iOS 26.0. The string behind it is assumed.
    public static let device = Self(rawValue: "HKMedicationGeneralFormDevice")

    /// Drops. iOS 26.0. The string behind it is assumed.
    public static let drops = Self(rawValue: "HKMedicationGeneralFormDrops")

    /// Foam. iOS 26.0. The string behind it is assumed.
    public static let foam = Self(rawValue: "HKMedicationGeneralFormFoam")

    /// Gel. iOS 26.0. The string behind it is assumed.
    public static let gel = Self(rawValue: "HKMedicationGeneralFormGel")

    /// Inhaler. iOS 26.0. The string behind it is assumed.
    public static let inhaler = Self(rawValue: "HKMedicationGeneralFormInhaler")

    /// Injection. iOS 26.0. The string behind it is assumed.
    public static let injection = Self(rawValue: "HKMedicationGeneralFormInjection")

    /// Liquid. iOS 26.0. The string behind it is assumed.
    public static let liquid = Self(rawValue: "HKMedicationGeneralFormLiquid")

    /// Lotion. iOS 26.0. The string behind it is assumed.
    public static let lotion = Self(rawValue: "HKMedicationGeneralFormLotion")

    /// Ointment. iOS 26.0. The string behind it is assumed.
    public static let ointment = Self(rawValue: "HKMedicationGeneralFormOintment")

    /// Patch. iOS 26.0. The string behind it is assumed.
    public static let patch = Self(rawValue: "HKMedicationGeneralFormPatch")

    /// Powder. iOS 26.0. The string behind it is assumed.
    public static let powder = Self(rawValue: "HKMedicationGeneralFormPowder")

    /// Spray. iOS 26.0. The string behind it is assumed.
    public static let spray = Self(rawValue: "HKMedicationGeneralFormSpray")

    /// Suppository. iOS 26.0. The string behind it is assumed.
    public static let suppository = Self(rawValue: "HKMedicationGeneralFormSuppository")

    /// Tablet. iOS 26.0. The string behind it is assumed.
    public static let tablet = Self(rawValue: "HKMedicationGeneralFormTablet")

    /// Topical. iOS 26.0. The string behind it is assumed.
    public static let topical = Self(rawValue: "HKMedicationGeneralFormTopical")

    /// Unknown. iOS 26.0. The string behind it is assumed.
    public static let unknown = Self(rawValue: "HKMedicationGeneralFormUnknown")
}
