// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthKit

/// Publishers of all samples of one type, sorted by start date.
///
/// Each is equivalent to `samplesPublisher` with only the type. The publishers are cold, so no value is sent before the
/// subscription. All of these methods are disfavored, so that an app's own function of the same name takes precedence for any
/// type.
extension HKHealthStore {
    /// Returns a publisher of all samples of a category type.
    ///
    /// For any other type it finishes without a value. If there are no samples, the value is an empty array.
    @_disfavoredOverload
    public func subject(for sampleType: HKSampleType) -> AnyPublisher<[HKCategorySample], any Error> {
        samplesPublisher(.sample(type: sampleType)).compactMap { $0 as? [HKCategorySample] }.eraseToAnyPublisher()
    }

    /// Returns a publisher of all samples of a category.
    @_disfavoredOverload
    public func subject(for sampleType: HKCategoryType) -> AnyPublisher<[HKCategorySample], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all samples of a quantity.
    @_disfavoredOverload
    public func subject(for sampleType: HKQuantityType) -> AnyPublisher<[HKQuantitySample], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all correlations of a type.
    @_disfavoredOverload
    public func subject(for sampleType: HKCorrelationType) -> AnyPublisher<[HKCorrelation], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all workouts.
    @_disfavoredOverload
    public func subject(for sampleType: HKWorkoutType) -> AnyPublisher<[HKWorkout], any Error> { all(sampleType) }

    /// Returns a publisher of all series of a type: workout routes or heartbeat series.
    @_disfavoredOverload
    public func subject(for sampleType: HKSeriesType) -> AnyPublisher<[HKSeriesSample], any Error> { all(sampleType) }

    /// Returns a publisher of all electrocardiograms.
    @_disfavoredOverload
    public func subject(for sampleType: HKElectrocardiogramType) -> AnyPublisher<[HKElectrocardiogram], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all audiograms.
    @_disfavoredOverload
    public func subject(for sampleType: HKAudiogramSampleType) -> AnyPublisher<[HKAudiogramSample], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all clinical records of a type.
    @_disfavoredOverload
    public func subject(for sampleType: HKClinicalType) -> AnyPublisher<[HKClinicalRecord], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all documents of a type, without their contents.
    @_disfavoredOverload
    public func subject(for sampleType: HKDocumentType) -> AnyPublisher<[HKDocumentSample], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all vision prescriptions that the person allows the app to read.
    @_disfavoredOverload
    public func subject(for sampleType: HKPrescriptionType) -> AnyPublisher<[HKVisionPrescription], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all states of mind.
    @_disfavoredOverload
    public func subject(for sampleType: HKStateOfMindType) -> AnyPublisher<[HKStateOfMind], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all scored assessments of a type.
    @_disfavoredOverload
    public func subject(for sampleType: HKScoredAssessmentType) -> AnyPublisher<[HKScoredAssessment], any Error> {
        all(sampleType)
    }

    /// Returns a publisher of all medication dose events.
    @_disfavoredOverload
    public func subject(for sampleType: HKMedicationDoseEventType) -> AnyPublisher<[HKMedicationDoseEvent], any Error> {
        all(sampleType)
    }

    private func all<Sample: HKSample>(_ type: HKSampleType) -> AnyPublisher<[Sample], any Error> {
        samplesPublisher(HKSamplePredicate<Sample>(type, nil)).eraseToAnyPublisher()
    }
}
