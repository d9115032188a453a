// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKObjectValidation {
    /// Checks a sample from an untrusted source against the rules for new samples.
    package static func check(_ sample: HKSample) throws(HKObjectValidationError) {
        let type = sample.sampleType
        guard holds(sample, type) else {
            throw HKObjectValidationError(
                .wrongClass, type.identifier, "\(Swift.type(of: sample)) does not hold samples of this type",
                remedy: "send the class that fits the type")
        }
        try checkInterval(of: type, start: sample.startDate, end: sample.endDate)
        _ = try metadata(sample.metadata, of: type, subject: type.identifier)
        if let sample = sample as? HKQuantitySample { try checkFigures(sample) }
        try checkContent(sample)
        try checkLimits(sample)
        guard let correlation = sample as? HKCorrelation else { return }
        for member in correlation.objects { try check(member) }
    }

    private static func checkFigures(_ sample: HKQuantitySample) throws(HKObjectValidationError) {
        var figures = [sample.quantity]
        if let sample = sample as? HKDiscreteQuantitySample {
            figures += [sample.minimumQuantity, sample.maximumQuantity, sample.mostRecentQuantity]
        }
        for figure in figures { try checkQuantity(figure, of: sample.quantityType) }
    }

    /// Returns whether the class of a sample is valid for a type.
    private static func holds(_ sample: HKSample, _ type: HKSampleType) -> Bool {
        switch type {
        case let type as HKQuantityType:
            let isCumulative = type.aggregationStyle == .cumulative
            return isCumulative ? sample is HKCumulativeQuantitySample : sample is HKDiscreteQuantitySample
        case is HKCategoryType: return sample is HKCategorySample
        case is HKCorrelationType: return sample is HKCorrelation
        case is HKWorkoutType: return sample is HKWorkout
        case is HKSeriesType:
            return type == HKSeriesType.heartbeat() ? sample is HKHeartbeatSeriesSample : sample is HKWorkoutRoute
        case is HKElectrocardiogramType: return sample is HKElectrocardiogram
        case is HKAudiogramSampleType: return sample is HKAudiogramSample
        case is HKPrescriptionType: return sample is HKVisionPrescription
        case is HKStateOfMindType: return sample is HKStateOfMind
        case is HKScoredAssessmentType:
            let isGAD7 = type.identifier == HKScoredAssessmentTypeIdentifier.GAD7.rawValue
            return isGAD7 ? sample is HKGAD7Assessment : sample is HKPHQ9Assessment
        case is HKMedicationDoseEventType: return sample is HKMedicationDoseEvent
        case is HKDocumentType: return sample is HKDocumentSample
        case is HKClinicalType: return sample is HKClinicalRecord || sample is HKVerifiableClinicalRecord
        default: return false
        }
    }
}
