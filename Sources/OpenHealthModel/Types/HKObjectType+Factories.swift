// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKObjectType {
    private static let shared = Dictionary(uniqueKeysWithValues: HealthTypes.all.map { ($0.identifier, make($0)) })

    /// The type with an identifier, or nil; one object for each identifier, so that samples can share it.
    package static func named(_ identifier: String) -> HKObjectType? {
        shared[identifier]
    }

    /// The quantity type with an identifier, or nil where none is known by it.
    public class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
        named(identifier.rawValue) as? HKQuantityType
    }

    /// The category type with an identifier, or nil where none is known by it.
    public class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
        named(identifier.rawValue) as? HKCategoryType
    }

    /// The characteristic type with an identifier, or nil where none is known by it.
    public class func characteristicType(forIdentifier identifier: HKCharacteristicTypeIdentifier)
        -> HKCharacteristicType?
    {
        named(identifier.rawValue) as? HKCharacteristicType
    }

    /// The correlation type with an identifier, or nil where none is known by it.
    public class func correlationType(forIdentifier identifier: HKCorrelationTypeIdentifier) -> HKCorrelationType? {
        named(identifier.rawValue) as? HKCorrelationType
    }

    /// The document type with an identifier, or nil where none is known by it.
    public class func documentType(forIdentifier identifier: HKDocumentTypeIdentifier) -> HKDocumentType? {
        named(identifier.rawValue) as? HKDocumentType
    }

    /// The clinical type with an identifier, or nil where none is known by it.
    public class func clinicalType(forIdentifier identifier: HKClinicalTypeIdentifier) -> HKClinicalType? {
        named(identifier.rawValue) as? HKClinicalType
    }

    /// The type of a series of measurements, such as `HKWorkoutRouteTypeIdentifier`, or nil where none is known by it.
    public class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
        named(identifier) as? HKSeriesType
    }

    /// The type of workouts.
    public class func workoutType() -> HKWorkoutType {
        HKWorkoutType(facts: facts(ofOnly: .workout))
    }

    /// The type of the rings of a day.
    public class func activitySummaryType() -> HKActivitySummaryType {
        HKActivitySummaryType(facts: facts(ofOnly: .activitySummary))
    }

    /// The type of hearing tests.
    public class func audiogramSampleType() -> HKAudiogramSampleType {
        HKAudiogramSampleType(facts: facts(ofOnly: .audiogram))
    }

    /// The type of electrocardiograms.
    public class func electrocardiogramType() -> HKElectrocardiogramType {
        HKElectrocardiogramType(facts: facts(ofOnly: .electrocardiogram))
    }

    /// The type of prescriptions for glasses and contact lenses.
    public class func visionPrescriptionType() -> HKPrescriptionType {
        HKPrescriptionType(facts: facts(ofOnly: .visionPrescription))
    }

    /// The type of moods and emotions.
    public class func stateOfMindType() -> HKStateOfMindType {
        HKStateOfMindType(facts: facts(ofOnly: .stateOfMind))
    }

    /// The type of doses of medicine.
    public class func medicationDoseEventType() -> HKMedicationDoseEventType {
        HKMedicationDoseEventType(facts: facts(ofOnly: .medicationDoseEvent))
    }

    /// The type of the medicines that the person takes.
    public class func userAnnotatedMedicationType() -> HKUserAnnotatedMedicationType {
        HKUserAnnotatedMedicationType(facts: facts(ofOnly: .userAnnotatedMedication))
    }

    /// Returns the description of the only type of a kind.
    private static func facts(ofOnly kind: HealthTypeDescription.Kind) -> HealthTypeDescription {
        guard let facts = HealthTypes.all.first(where: { $0.kind == kind }) else {
            violationUnknownType(kind.rawValue, expected: kind)
        }
        return facts
    }

    /// Returns the description of a type for an initialiser; stops the process if it is unknown.
    static func facts(of identifier: String, _ kind: HealthTypeDescription.Kind) -> HealthTypeDescription {
        guard let facts = HealthTypes.named(identifier), facts.kind == kind else {
            violationUnknownType(identifier, expected: kind)
        }
        return facts
    }

    private static func make(_ facts: HealthTypeDescription) -> HKObjectType {
        let type: HKObjectType.Type =
            switch facts.kind {
            case .quantity: HKQuantityType.self
            case .category: HKCategoryType.self
            case .correlation: HKCorrelationType.self
            case .characteristic: HKCharacteristicType.self
            case .workout: HKWorkoutType.self
            case .series: HKSeriesType.self
            case .clinical: HKClinicalType.self
            case .document: HKDocumentType.self
            case .scoredAssessment: HKScoredAssessmentType.self
            case .electrocardiogram: HKElectrocardiogramType.self
            case .audiogram: HKAudiogramSampleType.self
            case .visionPrescription: HKPrescriptionType.self
            case .stateOfMind: HKStateOfMindType.self
            case .medicationDoseEvent: HKMedicationDoseEventType.self
            case .userAnnotatedMedication: HKUserAnnotatedMedicationType.self
            case .activitySummary: HKActivitySummaryType.self
            }
        return type.init(facts: facts)
    }
}
