// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKSamplePredicate where Sample == HKWorkout {
    /// Workouts.
    /// - Parameter predicate: what they have to fit; nil for all.
    public static func workout(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkout> {
        HKSamplePredicate(.workoutType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
    /// The routes of workouts.
    /// - Parameter predicate: what they have to fit; nil for all.
    public static func workoutRoute(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkoutRoute> {
        HKSamplePredicate(HKSeriesType.workoutRoute(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKHeartbeatSeriesSample {
    /// Series of heartbeats.
    /// - Parameter predicate: what they have to fit; nil for all.
    public static func heartbeatSeries(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKHeartbeatSeriesSample> {
        HKSamplePredicate(HKSeriesType.heartbeat(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKElectrocardiogram {
    /// Electrocardiograms.
    /// - Parameter predicate: what they have to fit; nil for all.
    public static func electrocardiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKElectrocardiogram> {
        HKSamplePredicate(.electrocardiogramType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKAudiogramSample {
    /// Hearing tests.
    /// - Parameter predicate: what they have to fit; nil for all.
    public static func audiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKAudiogramSample> {
        HKSamplePredicate(.audiogramSampleType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKVisionPrescription {
    /// Prescriptions for glasses and contact lenses.
    /// - Parameter predicate: what they have to fit; nil for all.
    public static func visionPrescription(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKVisionPrescription> {
        HKSamplePredicate(.visionPrescriptionType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKStateOfMind {
    /// Moods and emotions.
    /// - Parameter predicate: what they have to fit; nil for all.
    public static func stateOfMind(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKStateOfMind> {
        HKSamplePredicate(.stateOfMindType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKGAD7Assessment {
    /// Answers to the questionnaire GAD-7.
    /// - Parameter predicate: what they have to fit; nil for all.
    public static func gad7Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKGAD7Assessment> {
        HKSamplePredicate(HKScoredAssessmentType(.GAD7), predicate)
    }
}

extension HKSamplePredicate where Sample == HKPHQ9Assessment {
    /// Answers to the questionnaire PHQ-9.
    /// - Parameter predicate: what they have to fit; nil for all.
    public static func phq9Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKPHQ9Assessment> {
        HKSamplePredicate(HKScoredAssessmentType(.PHQ9), predicate)
    }
}
