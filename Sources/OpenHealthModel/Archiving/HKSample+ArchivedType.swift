// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
