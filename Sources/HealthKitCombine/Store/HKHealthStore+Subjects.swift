// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthKit

/// All samples of one type, in the order of their start, as a publisher without a name.
///
/// Each is `samplesPublisher` with nothing but the type: cold, so that nothing is lost between the asking and the
/// subscription. An app that has a function of the same name, as an article prints it, gets its own whatever the type: that is
/// why all of these are disfavored.
extension HKHealthStore {
    /// All samples of a type, as long as these are of a category.
    ///
    /// Where they are others it finishes without a value. Where there are none the value is an empty array.
    @_disfavoredOverload
    public func subject(for sampleType: HKSampleType) -> AnyPublisher<[HKCategorySample], any Error> {
        samplesPublisher(.sample(type: sampleType)).compactMap { $0 as? [HKCategorySample] }.eraseToAnyPublisher()
    }

    /// All samples of a category.
    @_disfavoredOverload
    public func subject(for sampleType: HKCategoryType) -> AnyPublisher<[HKCategorySample], any Error> {
        all(sampleType)
    }

    /// All samples of a quantity.
    @_disfavoredOverload
    public func subject(for sampleType: HKQuantityType) -> AnyPublisher<[HKQuantitySample], any Error> {
        all(sampleType)
    }

    /// All correlations of a type.
    @_disfavoredOverload
    public func subject(for sampleType: HKCorrelationType) -> AnyPublisher<[HKCorrelation], any Error> {
        all(sampleType)
    }

    /// All workouts.
    @_disfavoredOverload
    public func subject(for sampleType: HKWorkoutType) -> AnyPublisher<[HKWorkout], any Error> { all(sampleType) }

    /// All series of a type: routes of workouts, or heartbeats.
    @_disfavoredOverload
    public func subject(for sampleType: HKSeriesType) -> AnyPublisher<[HKSeriesSample], any Error> { all(sampleType) }

    /// All electrocardiograms.
    @_disfavoredOverload
    public func subject(for sampleType: HKElectrocardiogramType) -> AnyPublisher<[HKElectrocardiogram], any Error> {
        all(sampleType)
    }

    /// All hearing tests.
    @_disfavoredOverload
    public func subject(for sampleType: HKAudiogramSampleType) -> AnyPublisher<[HKAudiogramSample], any Error> {
        all(sampleType)
    }

    /// All records of a provider of health care, of a type.
    @_disfavoredOverload
    public func subject(for sampleType: HKClinicalType) -> AnyPublisher<[HKClinicalRecord], any Error> {
        all(sampleType)
    }

    /// All documents of a type, without their content.
    @_disfavoredOverload
    public func subject(for sampleType: HKDocumentType) -> AnyPublisher<[HKDocumentSample], any Error> {
        all(sampleType)
    }

    /// All prescriptions for glasses and contact lenses that the person lets the app see.
    @_disfavoredOverload
    public func subject(for sampleType: HKPrescriptionType) -> AnyPublisher<[HKVisionPrescription], any Error> {
        all(sampleType)
    }

    /// All moods and emotions.
    @_disfavoredOverload
    public func subject(for sampleType: HKStateOfMindType) -> AnyPublisher<[HKStateOfMind], any Error> {
        all(sampleType)
    }

    /// All answers to a questionnaire.
    @_disfavoredOverload
    public func subject(for sampleType: HKScoredAssessmentType) -> AnyPublisher<[HKScoredAssessment], any Error> {
        all(sampleType)
    }

    /// All doses of medicines.
    @_disfavoredOverload
    public func subject(for sampleType: HKMedicationDoseEventType) -> AnyPublisher<[HKMedicationDoseEvent], any Error> {
        all(sampleType)
    }

    private func all<Sample: HKSample>(_ type: HKSampleType) -> AnyPublisher<[Sample], any Error> {
        samplesPublisher(HKSamplePredicate<Sample>(type, nil)).eraseToAnyPublisher()
    }
}
