// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Medication general form. iOS 26.0.
public struct HKMedicationGeneralForm: RawRepresentable, Hashable, Sendable {
    /// The value as a string.
    public let rawValue: String

    /// Makes a value from its string, whether or not it is known.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Capsule. iOS 26.0. The string behind it is assumed.
    public static let capsule = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormCapsule")

    /// Cream. iOS 26.0. The string behind it is assumed.
    public static let cream = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormCream")

    /// Device. iOS 26.0. The string behind it is assumed.
    public static let device = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormDevice")

    /// Drops. iOS 26.0. The string behind it is assumed.
    public static let drops = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormDrops")

    /// Foam. iOS 26.0. The string behind it is assumed.
    public static let foam = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormFoam")

    /// Gel. iOS 26.0. The string behind it is assumed.
    public static let gel = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormGel")

    /// Inhaler. iOS 26.0. The string behind it is assumed.
    public static let inhaler = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormInhaler")

    /// Injection. iOS 26.0. The string behind it is assumed.
    public static let injection = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormInjection")

    /// Liquid. iOS 26.0. The string behind it is assumed.
    public static let liquid = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormLiquid")

    /// Lotion. iOS 26.0. The string behind it is assumed.
    public static let lotion = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormLotion")

    /// Ointment. iOS 26.0. The string behind it is assumed.
    public static let ointment = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormOintment")

    /// Patch. iOS 26.0. The string behind it is assumed.
    public static let patch = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormPatch")

    /// Powder. iOS 26.0. The string behind it is assumed.
    public static let powder = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormPowder")

    /// Spray. iOS 26.0. The string behind it is assumed.
    public static let spray = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormSpray")

    /// Suppository. iOS 26.0. The string behind it is assumed.
    public static let suppository = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormSuppository")

    /// Tablet. iOS 26.0. The string behind it is assumed.
    public static let tablet = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormTablet")

    /// Topical. iOS 26.0. The string behind it is assumed.
    public static let topical = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormTopical")

    /// Unknown. iOS 26.0. The string behind it is assumed.
    public static let unknown = HKMedicationGeneralForm(rawValue: "HKMedicationGeneralFormUnknown")
}
