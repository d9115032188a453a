// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
