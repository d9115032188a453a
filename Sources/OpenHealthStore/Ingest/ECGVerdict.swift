// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The verdicts that phones write in English and some other languages.
///
/// A verdict in a language that is not here is kept in its words; its classification is then unrecognized.
enum ECGVerdict {
    private static let known: [String: HKElectrocardiogram.Classification] = [
        "sinus rhythm": .sinusRhythm, "sinusrhythmus": .sinusRhythm, "rythme sinusal": .sinusRhythm,
        "ritmo sinusal": .sinusRhythm, "ritmo sinusale": .sinusRhythm, "sinusritme": .sinusRhythm,
        "洞調律": .sinusRhythm, "窦性心律": .sinusRhythm, "동리듬": .sinusRhythm,
        "atrial fibrillation": .atrialFibrillation, "vorhofflimmern": .atrialFibrillation,
        "fibrillation auriculaire": .atrialFibrillation, "fibrilación auricular": .atrialFibrillation,
        "fibrilhação auricular": .atrialFibrillation, "fibrilação atrial": .atrialFibrillation,
        "心房細動": .atrialFibrillation, "心房颤动": .atrialFibrillation, "심방세동": .atrialFibrillation,
        "inconclusive": .inconclusiveOther, "nicht eindeutig": .inconclusiveOther,
        "heart rate over 120": .inconclusiveHighHeartRate, "heart rate over 150": .inconclusiveHighHeartRate,
        "high heart rate": .inconclusiveHighHeartRate, "heart rate under 50": .inconclusiveLowHeartRate,
        "low heart rate": .inconclusiveLowHeartRate, "poor recording": .inconclusivePoorReading,
    ]

    /// The classification that a verdict stands for.
    static func classification(_ verdict: String) -> HKElectrocardiogram.Classification? {
        known[verdict.lowercased()]
    }
}
