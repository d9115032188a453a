// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because NSPredicate is not marked as Sendable on Linux, although predicates are immutable.
/// A sample type with a predicate, for query descriptors. Use the static methods to create one.
///
/// The method determines the class of the samples, so the results of a query need no cast.
public struct HKSamplePredicate<Sample: HKSample>: Equatable, Hashable, @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// The predicate of the samples; nil for all of the type.
    public let nsPredicate: NSPredicate?

    package init(_ sampleType: HKSampleType, _ predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.nsPredicate = predicate
    }

    /// The predicate as the store's node.
    package var node: PredicateNode { PredicateNode(nsPredicate) }
}

extension HKSamplePredicate where Sample == HKSample {
    /// Returns a predicate for samples of any type.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKSample> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Returns a predicate for quantity samples.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func quantitySample(
        type: HKQuantityType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKQuantitySample> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKCategorySample {
    /// Returns a predicate for category samples.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func categorySample(
        type: HKCategoryType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCategorySample> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKCorrelation {
    /// Returns a predicate for correlations.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func correlation(
        type: HKCorrelationType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCorrelation> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKClinicalRecord {
    /// Returns a predicate for clinical records.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func clinicalRecord(
        type: HKClinicalType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKClinicalRecord> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKWorkout {
    /// Returns a predicate for workouts.
    /// - Parameter predicate: A predicate for the samples, or nil for all.
    public static func workout(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkout> {
        HKSamplePredicate(.workoutType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
    /// Returns a predicate for workout routes.
    /// - Parameter predicate: A predicate for the samples, or nil for all.
    public static func workoutRoute(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkoutRoute> {
        HKSamplePredicate(HKSeriesType.workoutRoute(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKHeartbeatSeriesSample {
    /// Returns a predicate for heartbeat series.
    /// - Parameter predicate: A predicate for the samples, or nil for all.
    public static func heartbeatSeries(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKHeartbeatSeriesSample> {
        HKSamplePredicate(HKSeriesType.heartbeat(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKElectrocardiogram {
    /// Returns a predicate for electrocardiograms.
    /// - Parameter predicate: A predicate for the samples, or nil for all.
    public static func electrocardiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKElectrocardiogram> {
        HKSamplePredicate(.electrocardiogramType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKAudiogramSample {
    /// Returns a predicate for audiograms.
    /// - Parameter predicate: A predicate for the samples, or nil for all.
    public static func audiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKAudiogramSample> {
        HKSamplePredicate(.audiogramSampleType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKVisionPrescription {
    /// Returns a predicate for vision prescriptions.
    /// - Parameter predicate: A predicate for the samples, or nil for all.
    public static func visionPrescription(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKVisionPrescription> {
        HKSamplePredicate(.visionPrescriptionType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKStateOfMind {
    /// Returns a predicate for states of mind.
    /// - Parameter predicate: A predicate for the samples, or nil for all.
    public static func stateOfMind(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKStateOfMind> {
        HKSamplePredicate(.stateOfMindType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKGAD7Assessment {
    /// Returns a predicate for GAD-7 assessments.
    /// - Parameter predicate: A predicate for the samples, or nil for all.
    public static func gad7Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKGAD7Assessment> {
        HKSamplePredicate(HKScoredAssessmentType(.GAD7), predicate)
    }
}

extension HKSamplePredicate where Sample == HKPHQ9Assessment {
    /// Returns a predicate for PHQ-9 assessments.
    /// - Parameter predicate: A predicate for the samples, or nil for all.
    public static func phq9Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKPHQ9Assessment> {
        HKSamplePredicate(HKScoredAssessmentType(.PHQ9), predicate)
    }
}
