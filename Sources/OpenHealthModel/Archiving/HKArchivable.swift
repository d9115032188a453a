// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that an archive can contain.
package protocol HKArchivable {
    /// The value as a property list.
    var archived: Any { get }
}

extension String: HKArchivable { package var archived: Any { self } }
extension Int: HKArchivable { package var archived: Any { self } }
extension UInt: HKArchivable { package var archived: Any { Int(bitPattern: self) } }
extension Double: HKArchivable { package var archived: Any { self } }
extension Bool: HKArchivable { package var archived: Any { self } }
extension Data: HKArchivable { package var archived: Any { self } }
extension UUID: HKArchivable { package var archived: Any { uuidString } }

extension Date: HKArchivable {
    /// The date in seconds, so that all bits are preserved.
    package var archived: Any { timeIntervalSinceReferenceDate }
}

extension DateInterval: HKArchivable {
    package var archived: Any { (["start": start, "duration": duration] as HKArchive).archived }
}

extension DateComponents: HKArchivable {
    /// The Gregorian components of a day.
    package var archived: Any { (["era": era, "year": year, "month": month, "day": day] as HKArchive).archived }
}

extension Array: HKArchivable where Element: HKArchivable {
    package var archived: Any { map(\.archived) }
}

extension Dictionary: HKArchivable where Key == String, Value: HKArchivable {
    package var archived: Any { mapValues(\.archived) }
}

extension HKArchive: HKArchivable {
    package var archived: Any { values }
}

// MARK: - Health data

extension HKArchivable where Self: NSObject & NSSecureCoding {
    /// The archives of the object's classes.
    package var archived: Any { HKArchive(object: self).values }
}

extension HKObject: HKArchivable {}
extension HKSource: HKArchivable {}
extension HKStatistics: HKArchivable {}
extension HKLensSpecification: HKArchivable {}

extension HKQuantity {
    package var archived: Any {
        (["unit": originalUnit, "value": originalValue] as HKArchive).archived
    }
}

extension HKUnit: HKArchivable {
    package var archived: Any { unitString }
}

extension HKObjectType: HKArchivable {
    package var archived: Any { identifier }
}

extension HKMetadataValue: HKArchivable {
    /// The value by the name of its kind.
    package var archived: Any {
        let archive: HKArchive =
            switch self {
            case .string(let text): ["string": text]
            case .integer(let number): ["integer": number]
            case .double(let number): ["double": number]
            case .bool(let truth): ["bool": truth]
            case .date(let date): ["date": date]
            case .quantity(let quantity): ["quantity": quantity]
            }
        return archive.archived
    }
}

/// An object of a final class that is archived under the name of its class.
///
/// A class with subclasses implements `encode(with:)` itself, because each of its subclasses adds an archive of its own.
protocol HKArchivedObject: NSObject, NSSecureCoding, HKArchivable {
    /// The values of the object, which `init(coder:)` reads under the same names.
    var archive: HKArchive { get }
}

extension HKArchivedObject {
    /// The name under which the class archives its objects.
    static var archiveKey: String { String(describing: self) }

    // Public, because `NSSecureCoding` requires both.
    /// Always `true`, because the class supports secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the object.
    public func encode(with coder: NSCoder) {
        coder.encodeArchive(archive, forKey: Self.archiveKey)
    }
}

extension HKSample {
    /// Returns whether samples of this class can have a type.
    ///
    /// An archive contains the class and the type separately, and a store keeps samples in a table for each class, so both must
    /// agree.
    func canBe(of type: HKSampleType) -> Bool {
        switch self {
        case is HKQuantitySample: type is HKQuantityType
        case is HKCategorySample: type is HKCategoryType
        case is HKCorrelation: type is HKCorrelationType
        case is HKWorkout: type is HKWorkoutType
        case is HKWorkoutRoute: type == HKSeriesType.workoutRoute()
        case is HKHeartbeatSeriesSample: type == HKSeriesType.heartbeat()
        case is HKSeriesSample: type is HKSeriesType
        case is HKElectrocardiogram: type is HKElectrocardiogramType
        case is HKAudiogramSample: type is HKAudiogramSampleType
        case is HKVisionPrescription: type is HKPrescriptionType
        case is HKStateOfMind: type is HKStateOfMindType
        case is HKGAD7Assessment: type == HKScoredAssessmentType(.GAD7)
        case is HKPHQ9Assessment: type == HKScoredAssessmentType(.PHQ9)
        case is HKScoredAssessment: type is HKScoredAssessmentType
        case is HKMedicationDoseEvent: type is HKMedicationDoseEventType
        case is HKClinicalRecord, is HKVerifiableClinicalRecord: type is HKClinicalType
        case is HKDocumentSample: type is HKDocumentType
        default: true
        }
    }
}
