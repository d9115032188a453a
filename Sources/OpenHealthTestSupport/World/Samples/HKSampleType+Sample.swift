// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKSampleType {
    /// Creates a valid sample of the type, for tests that loop over all types.
    ///
    /// The sample has the class of the type, such as `HKWorkout` for workouts. If the content matters, use the `fixture`
    /// functions of the classes.
    /// - Parameters:
    ///   - start: The start date; by default now.
    ///   - end: The end date; by default one that is suitable for the type.
    ///   - metadata: The metadata, for types that accept metadata from apps; required keys are added.
    public func sample(start: Date = Date(), end: Date? = nil, metadata: [String: Any]? = nil) -> HKSample {
        let length = end.map { $0.timeIntervalSince(start) }
        switch self {
        case is HKQuantityType:
            return HKQuantitySample.fixture(
                HKQuantityTypeIdentifier(rawValue: identifier), start: start, end: end, metadata: metadata)
        case is HKCategoryType:
            return HKCategorySample.fixture(
                HKCategoryTypeIdentifier(rawValue: identifier), start: start, end: end, metadata: metadata)
        case is HKCorrelationType where identifier == HKCorrelationTypeIdentifier.food.rawValue:
            return HKCorrelation.foodFixture(at: start)
        case is HKCorrelationType:
            return HKCorrelation.bloodPressureFixture(at: start, metadata: metadata)
        case is HKWorkoutType:
            return HKWorkout.fixture(start: start, duration: length ?? 1_800, metadata: metadata)
        case is HKSeriesType where self == HKSeriesType.heartbeat():
            return HKHeartbeatSeriesSample.fixture(start: start, duration: length ?? 60)
        case is HKSeriesType:
            return HKWorkoutRoute.fixture(start: start, duration: length ?? 1_800)
        case is HKElectrocardiogramType:
            return HKElectrocardiogram.fixture(start: start, duration: length ?? 30)
        case is HKClinicalType:
            return HKClinicalRecord.fixture(HKClinicalTypeIdentifier(rawValue: identifier), at: start)
        case is HKMedicationDoseEventType:
            return HKMedicationDoseEvent.fixture(at: start)
        default:
            return document(start: start, end: end, metadata: metadata)
        }
    }

    /// Creates samples that apps save as a whole: audiograms, prescriptions, questionnaires, documents.
    private func document(start: Date, end: Date?, metadata: [String: Any]?) -> HKSample {
        switch self {
        case is HKAudiogramSampleType:
            let point = HKAudiogramSensitivityPoint.fixture()
            return HKAudiogramSample(
                sensitivityPoints: [point], start: start, end: end ?? start + 300, device: nil, metadata: metadata)
        case is HKPrescriptionType:
            return HKVisionPrescription(
                type: .glasses, dateIssued: start, expirationDate: end, device: nil, metadata: metadata)
        case is HKStateOfMindType:
            return HKStateOfMind(
                date: start, kind: .momentaryEmotion, valence: 0.5, labels: [.calm], associations: [.health],
                metadata: metadata)
        case is HKScoredAssessmentType where identifier == HKScoredAssessmentTypeIdentifier.GAD7.rawValue:
            return HKGAD7Assessment(
                date: start, answers: Array(repeating: .severalDays, count: 7), metadata: metadata)
        case is HKScoredAssessmentType:
            return HKPHQ9Assessment(
                date: start, answers: Array(repeating: .severalDays, count: 9), metadata: metadata)
        default:
            return HKCDADocumentSample.fixture(start: start, end: end ?? start)
        }
    }
}
