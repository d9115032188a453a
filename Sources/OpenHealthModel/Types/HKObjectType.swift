// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// A type of health data; the base class of all type classes.
///
/// Create types with the factory methods of this class or the initializers of the subclasses. Two types with the same
/// identifier are equal, whether or not they are the same object.
public class HKObjectType: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The description of the type.
    package let facts: HealthTypeDescription

    /// The identifier, as exports and databases contain it.
    public var identifier: String { facts.identifier }

    /// The kinds of data that this class describes; a type in an archive must be of one of them.
    class var kinds: Set<HealthTypeDescription.Kind> { Set(HealthTypeDescription.Kind.allCases) }

    required init(facts: HealthTypeDescription) {
        self.facts = facts
    }

    /// Always `true`, because types can be archived securely.
    public class var supportsSecureCoding: Bool { true }

    /// Creates a type from an archive.
    /// - Returns: `nil` if the identifier is unknown or of another kind of type.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.archive(forKey: "HKObjectType")?.string("identifier"),
            let facts = HealthTypes.named(identifier), Self.kinds.contains(facts.kind)
        else { return nil }
        self.facts = facts
    }

    /// Encodes the identifier.
    public func encode(with coder: NSCoder) {
        coder.encodeArchive(["identifier": identifier], forKey: "HKObjectType")
    }

    /// Returns the type itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns a Boolean value that indicates whether the other object is a type with the same identifier.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKObjectType)?.identifier == identifier
    }

    /// The hash of the identifier.
    public override var hash: Int { identifier.hashValue }

    /// The identifier.
    public override var description: String { identifier }

    /// Returns a Boolean value that indicates whether the person authorizes objects of this type individually, as for
    /// prescriptions and medications.
    public func requiresPerObjectAuthorization() -> Bool {
        switch facts.kind {
        case .visionPrescription, .userAnnotatedMedication: true
        default: false
        }
    }
}

extension HKObjectType {
    private static let shared = Dictionary(uniqueKeysWithValues: HealthTypes.all.map { ($0.identifier, make($0)) })

    /// Returns the type with an identifier, or `nil`; one object for each identifier, so that samples can share it.
    package static func named(_ identifier: String) -> HKObjectType? {
        shared[identifier]
    }

    /// Returns the quantity type with an identifier, or `nil` if the identifier is unknown.
    public class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
        named(identifier.rawValue) as? HKQuantityType
    }

    /// Returns the category type with an identifier, or `nil` if the identifier is unknown.
    public class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
        named(identifier.rawValue) as? HKCategoryType
    }

    /// Returns the characteristic type with an identifier, or `nil` if the identifier is unknown.
    public class func characteristicType(forIdentifier identifier: HKCharacteristicTypeIdentifier)
        -> HKCharacteristicType?
    {
        named(identifier.rawValue) as? HKCharacteristicType
    }

    /// Returns the correlation type with an identifier, or `nil` if the identifier is unknown.
    public class func correlationType(forIdentifier identifier: HKCorrelationTypeIdentifier) -> HKCorrelationType? {
        named(identifier.rawValue) as? HKCorrelationType
    }

    /// Returns the document type with an identifier, or `nil` if the identifier is unknown.
    public class func documentType(forIdentifier identifier: HKDocumentTypeIdentifier) -> HKDocumentType? {
        named(identifier.rawValue) as? HKDocumentType
    }

    /// Returns the clinical type with an identifier, or `nil` if the identifier is unknown.
    public class func clinicalType(forIdentifier identifier: HKClinicalTypeIdentifier) -> HKClinicalType? {
        named(identifier.rawValue) as? HKClinicalType
    }

    /// Returns the series type with an identifier, such as `HKWorkoutRouteTypeIdentifier`, or `nil` if the identifier is unknown.
    public class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
        named(identifier) as? HKSeriesType
    }

    /// Returns the type of workouts.
    public class func workoutType() -> HKWorkoutType {
        HKWorkoutType(facts: facts(ofOnly: .workout))
    }

    /// Returns the type of daily activity summaries.
    public class func activitySummaryType() -> HKActivitySummaryType {
        HKActivitySummaryType(facts: facts(ofOnly: .activitySummary))
    }

    /// Returns the type of hearing tests.
    public class func audiogramSampleType() -> HKAudiogramSampleType {
        HKAudiogramSampleType(facts: facts(ofOnly: .audiogram))
    }

    /// Returns the type of electrocardiograms.
    public class func electrocardiogramType() -> HKElectrocardiogramType {
        HKElectrocardiogramType(facts: facts(ofOnly: .electrocardiogram))
    }

    /// Returns the type of prescriptions for glasses and contact lenses.
    public class func visionPrescriptionType() -> HKPrescriptionType {
        HKPrescriptionType(facts: facts(ofOnly: .visionPrescription))
    }

    /// Returns the type of moods and emotions.
    public class func stateOfMindType() -> HKStateOfMindType {
        HKStateOfMindType(facts: facts(ofOnly: .stateOfMind))
    }

    /// Returns the type of medication doses.
    public class func medicationDoseEventType() -> HKMedicationDoseEventType {
        HKMedicationDoseEventType(facts: facts(ofOnly: .medicationDoseEvent))
    }

    /// Returns the type of the person's medications.
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

    /// Returns the description of a type for an initializer. Traps if the identifier is unknown.
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
