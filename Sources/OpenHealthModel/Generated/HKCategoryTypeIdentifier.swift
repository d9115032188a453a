// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The identifier of a category type.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of abdominal cramps, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let abdominalCramps = Self(rawValue: "HKCategoryTypeIdentifierAbdominalCramps")

    /// The identifier of acne, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let acne = Self(rawValue: "HKCategoryTypeIdentifierAcne")

    /// The identifier of appetite changes, whose values are those of ``HKCategoryValueAppetiteChanges``. iOS 13.6.
    public static let appetiteChanges = Self(rawValue: "HKCategoryTypeIdentifierAppetiteChanges")

    /// The identifier of Apple stand hour, whose values are those of ``HKCategoryValueAppleStandHour``. iOS 9.0.
    public static let appleStandHour = Self(rawValue: "HKCategoryTypeIdentifierAppleStandHour")

    /// The identifier of Apple walking steadiness event, whose values are those of
    /// ``HKCategoryValueAppleWalkingSteadinessEvent``. iOS 15.0.
    public static let appleWalkingSteadinessEvent = Self(
        rawValue: "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent")

    /// The identifier of audio exposure event, whose values are those of ``HKCategoryValueAudioExposureEvent``. iOS
    /// 13.0.
    @available(*, deprecated, renamed: "environmentalAudioExposureEvent")
    public static let audioExposureEvent = Self(rawValue: "HKCategoryTypeIdentifierAudioExposureEvent")

    /// The identifier of bladder incontinence, whose values are those of ``HKCategoryValueSeverity``. iOS 14.0.
    public static let bladderIncontinence = Self(rawValue: "HKCategoryTypeIdentifierBladderIncontinence")

    /// The identifier of bleeding after menopause, whose values are those of ``HKCategoryValueVaginalBleeding``. iOS
    /// 27.0.
    public static let bleedingAfterMenopause = Self(rawValue: "HKCategoryTypeIdentifierBleedingAfterMenopause")

    /// The identifier of bleeding after pregnancy, whose values are those of ``HKCategoryValueVaginalBleeding``. iOS
    /// 18.0.
    public static let bleedingAfterPregnancy = Self(rawValue: "HKCategoryTypeIdentifierBleedingAfterPregnancy")

    /// The identifier of bleeding during pregnancy, whose values are those of ``HKCategoryValueVaginalBleeding``. iOS
    /// 18.0.
    public static let bleedingDuringPregnancy = Self(rawValue: "HKCategoryTypeIdentifierBleedingDuringPregnancy")

    /// The identifier of bloating, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let bloating = Self(rawValue: "HKCategoryTypeIdentifierBloating")

    /// The identifier of breast pain, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let breastPain = Self(rawValue: "HKCategoryTypeIdentifierBreastPain")

    /// The identifier of cervical mucus quality, whose values are those of ``HKCategoryValueCervicalMucusQuality``. iOS
    /// 9.0.
    public static let cervicalMucusQuality = Self(rawValue: "HKCategoryTypeIdentifierCervicalMucusQuality")

    /// The identifier of chest tightness or pain, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let chestTightnessOrPain = Self(rawValue: "HKCategoryTypeIdentifierChestTightnessOrPain")

    /// The identifier of chills, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let chills = Self(rawValue: "HKCategoryTypeIdentifierChills")

    /// The identifier of constipation, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let constipation = Self(rawValue: "HKCategoryTypeIdentifierConstipation")

    /// The identifier of contraceptive, whose values are those of ``HKCategoryValueContraceptive``. iOS 14.3.
    public static let contraceptive = Self(rawValue: "HKCategoryTypeIdentifierContraceptive")

    /// The identifier of coughing, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let coughing = Self(rawValue: "HKCategoryTypeIdentifierCoughing")

    /// The identifier of diarrhea, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let diarrhea = Self(rawValue: "HKCategoryTypeIdentifierDiarrhea")

    /// The identifier of dizziness, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let dizziness = Self(rawValue: "HKCategoryTypeIdentifierDizziness")

    /// The identifier of dry skin, whose values are those of ``HKCategoryValueSeverity``. iOS 14.0.
    public static let drySkin = Self(rawValue: "HKCategoryTypeIdentifierDrySkin")

    /// The identifier of environmental audio exposure event, whose values are those of
    /// ``HKCategoryValueEnvironmentalAudioExposureEvent``. iOS 14.0.
    public static let environmentalAudioExposureEvent = Self(rawValue: "HKCategoryTypeIdentifierAudioExposureEvent")

    /// The identifier of fainting, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let fainting = Self(rawValue: "HKCategoryTypeIdentifierFainting")

    /// The identifier of fatigue, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let fatigue = Self(rawValue: "HKCategoryTypeIdentifierFatigue")

    /// The identifier of fever, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let fever = Self(rawValue: "HKCategoryTypeIdentifierFever")

    /// The identifier of generalized body ache, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let generalizedBodyAche = Self(rawValue: "HKCategoryTypeIdentifierGeneralizedBodyAche")

    /// The identifier of hair loss, whose values are those of ``HKCategoryValueSeverity``. iOS 14.0.
    public static let hairLoss = Self(rawValue: "HKCategoryTypeIdentifierHairLoss")

    /// The identifier of handwashing event, whose values are those of ``HKCategoryValue``. iOS 14.0.
    public static let handwashingEvent = Self(rawValue: "HKCategoryTypeIdentifierHandwashingEvent")

    /// The identifier of headache, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let headache = Self(rawValue: "HKCategoryTypeIdentifierHeadache")

    /// The identifier of headphone audio exposure event, whose values are those of
    /// ``HKCategoryValueHeadphoneAudioExposureEvent``. iOS 14.2.
    public static let headphoneAudioExposureEvent = Self(
        rawValue: "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent")

    /// The identifier of heartburn, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let heartburn = Self(rawValue: "HKCategoryTypeIdentifierHeartburn")

    /// The identifier of high heart rate event, whose values are those of ``HKCategoryValue``. iOS 12.2.
    public static let highHeartRateEvent = Self(rawValue: "HKCategoryTypeIdentifierHighHeartRateEvent")

    /// The identifier of hot flashes, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let hotFlashes = Self(rawValue: "HKCategoryTypeIdentifierHotFlashes")

    /// The identifier of hypertension event, whose values are those of ``HKCategoryValue``. iOS 26.2.
    public static let hypertensionEvent = Self(rawValue: "HKCategoryTypeIdentifierHypertensionEvent")

    /// The identifier of infrequent menstrual cycles, whose values are those of ``HKCategoryValue``. iOS 16.0.
    public static let infrequentMenstrualCycles = Self(rawValue: "HKCategoryTypeIdentifierInfrequentMenstrualCycles")

    /// The identifier of intermenstrual bleeding, whose values are those of ``HKCategoryValue``. iOS 9.0.
    public static let intermenstrualBleeding = Self(rawValue: "HKCategoryTypeIdentifierIntermenstrualBleeding")

    /// The identifier of irregular heart rhythm event, whose values are those of ``HKCategoryValue``. iOS 12.2.
    public static let irregularHeartRhythmEvent = Self(rawValue: "HKCategoryTypeIdentifierIrregularHeartRhythmEvent")

    /// The identifier of irregular menstrual cycles, whose values are those of ``HKCategoryValue``. iOS 16.0.
    public static let irregularMenstrualCycles = Self(rawValue: "HKCategoryTypeIdentifierIrregularMenstrualCycles")

    /// The identifier of lactation, whose values are those of ``HKCategoryValue``. iOS 14.3.
    public static let lactation = Self(rawValue: "HKCategoryTypeIdentifierLactation")

    /// The identifier of loss of smell, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let lossOfSmell = Self(rawValue: "HKCategoryTypeIdentifierLossOfSmell")

    /// The identifier of loss of taste, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let lossOfTaste = Self(rawValue: "HKCategoryTypeIdentifierLossOfTaste")

    /// The identifier of low cardio fitness event, whose values are those of ``HKCategoryValueLowCardioFitnessEvent``.
    /// iOS 14.3.
    public static let lowCardioFitnessEvent = Self(rawValue: "HKCategoryTypeIdentifierLowCardioFitnessEvent")

    /// The identifier of low heart rate event, whose values are those of ``HKCategoryValue``. iOS 12.2.
    public static let lowHeartRateEvent = Self(rawValue: "HKCategoryTypeIdentifierLowHeartRateEvent")

    /// The identifier of lower back pain, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let lowerBackPain = Self(rawValue: "HKCategoryTypeIdentifierLowerBackPain")

    /// The identifier of memory lapse, whose values are those of ``HKCategoryValueSeverity``. iOS 14.0.
    public static let memoryLapse = Self(rawValue: "HKCategoryTypeIdentifierMemoryLapse")

    /// The identifier of menopausal state, whose values are those of ``HKCategoryValueMenopausalState``. iOS 27.0.
    public static let menopausalState = Self(rawValue: "HKCategoryTypeIdentifierMenopausalState")

    /// The identifier of menstrual flow, whose values are those of ``HKCategoryValueVaginalBleeding``. iOS 9.0.
    public static let menstrualFlow = Self(rawValue: "HKCategoryTypeIdentifierMenstrualFlow")

    /// The identifier of mindful session, whose values are those of ``HKCategoryValue``. iOS 10.0.
    public static let mindfulSession = Self(rawValue: "HKCategoryTypeIdentifierMindfulSession")

    /// The identifier of mood changes, whose values are those of ``HKCategoryValuePresence``. iOS 13.6.
    public static let moodChanges = Self(rawValue: "HKCategoryTypeIdentifierMoodChanges")

    /// The identifier of nausea, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let nausea = Self(rawValue: "HKCategoryTypeIdentifierNausea")

    /// The identifier of night sweats, whose values are those of ``HKCategoryValueSeverity``. iOS 14.0.
    public static let nightSweats = Self(rawValue: "HKCategoryTypeIdentifierNightSweats")

    /// The identifier of ovulation test result, whose values are those of ``HKCategoryValueOvulationTestResult``. iOS
    /// 9.0.
    public static let ovulationTestResult = Self(rawValue: "HKCategoryTypeIdentifierOvulationTestResult")

    /// The identifier of pelvic pain, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let pelvicPain = Self(rawValue: "HKCategoryTypeIdentifierPelvicPain")

    /// The identifier of persistent intermenstrual bleeding, whose values are those of ``HKCategoryValue``. iOS 16.0.
    public static let persistentIntermenstrualBleeding = Self(
        rawValue: "HKCategoryTypeIdentifierPersistentIntermenstrualBleeding")

    /// The identifier of pregnancy, whose values are those of ``HKCategoryValue``. iOS 14.3.
    public static let pregnancy = Self(rawValue: "HKCategoryTypeIdentifierPregnancy")

    /// The identifier of pregnancy test result, whose values are those of ``HKCategoryValuePregnancyTestResult``. iOS
    /// 15.0.
    public static let pregnancyTestResult = Self(rawValue: "HKCategoryTypeIdentifierPregnancyTestResult")

    /// The identifier of progesterone test result, whose values are those of ``HKCategoryValueProgesteroneTestResult``.
    /// iOS 15.0.
    public static let progesteroneTestResult = Self(rawValue: "HKCategoryTypeIdentifierProgesteroneTestResult")

    /// The identifier of prolonged menstrual periods, whose values are those of ``HKCategoryValue``. iOS 16.0.
    public static let prolongedMenstrualPeriods = Self(rawValue: "HKCategoryTypeIdentifierProlongedMenstrualPeriods")

    /// The identifier of rapid pounding or fluttering heartbeat, whose values are those of ``HKCategoryValueSeverity``.
    /// iOS 13.6.
    public static let rapidPoundingOrFlutteringHeartbeat = Self(
        rawValue: "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat")

    /// The identifier of runny nose, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let runnyNose = Self(rawValue: "HKCategoryTypeIdentifierRunnyNose")

    /// The identifier of sexual activity, whose values are those of ``HKCategoryValue``. iOS 9.0.
    public static let sexualActivity = Self(rawValue: "HKCategoryTypeIdentifierSexualActivity")

    /// The identifier of shortness of breath, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let shortnessOfBreath = Self(rawValue: "HKCategoryTypeIdentifierShortnessOfBreath")

    /// The identifier of sinus congestion, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let sinusCongestion = Self(rawValue: "HKCategoryTypeIdentifierSinusCongestion")

    /// The identifier of skipped heartbeat, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let skippedHeartbeat = Self(rawValue: "HKCategoryTypeIdentifierSkippedHeartbeat")

    /// The identifier of sleep analysis, whose values are those of ``HKCategoryValueSleepAnalysis``. iOS 8.0.
    public static let sleepAnalysis = Self(rawValue: "HKCategoryTypeIdentifierSleepAnalysis")

    /// The identifier of sleep apnea event, whose values are those of ``HKCategoryValue``. iOS 18.0.
    public static let sleepApneaEvent = Self(rawValue: "HKCategoryTypeIdentifierSleepApneaEvent")

    /// The identifier of sleep changes, whose values are those of ``HKCategoryValuePresence``. iOS 13.6.
    public static let sleepChanges = Self(rawValue: "HKCategoryTypeIdentifierSleepChanges")

    /// The identifier of sore throat, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let soreThroat = Self(rawValue: "HKCategoryTypeIdentifierSoreThroat")

    /// The identifier of toothbrushing event, whose values are those of ``HKCategoryValue``. iOS 13.0.
    public static let toothbrushingEvent = Self(rawValue: "HKCategoryTypeIdentifierToothbrushingEvent")

    /// The identifier of vaginal dryness, whose values are those of ``HKCategoryValueSeverity``. iOS 14.0.
    public static let vaginalDryness = Self(rawValue: "HKCategoryTypeIdentifierVaginalDryness")

    /// The identifier of vomiting, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let vomiting = Self(rawValue: "HKCategoryTypeIdentifierVomiting")

    /// The identifier of wheezing, whose values are those of ``HKCategoryValueSeverity``. iOS 13.6.
    public static let wheezing = Self(rawValue: "HKCategoryTypeIdentifierWheezing")
}
