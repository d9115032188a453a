// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension Usage {
    /// The identifiers of types.
    static let identifiers: [(symbol: String, value: String)] = [
        ("HKQuantityTypeIdentifier.stepCount", HKQuantityTypeIdentifier.stepCount.rawValue),
        ("HKQuantityTypeIdentifier.heartRate", HKQuantityTypeIdentifier.heartRate.rawValue),
        ("HKQuantityTypeIdentifier.bodyMass", HKQuantityTypeIdentifier.bodyMass.rawValue),
        ("HKQuantityTypeIdentifier.activeEnergyBurned", HKQuantityTypeIdentifier.activeEnergyBurned.rawValue),
        ("HKQuantityTypeIdentifier.distanceWalkingRunning", HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue),
        ("HKQuantityTypeIdentifier.bloodGlucose", HKQuantityTypeIdentifier.bloodGlucose.rawValue),
        ("HKQuantityTypeIdentifier.restingHeartRate", HKQuantityTypeIdentifier.restingHeartRate.rawValue),
        ("HKCategoryTypeIdentifier.sleepAnalysis", HKCategoryTypeIdentifier.sleepAnalysis.rawValue),
        ("HKQuantityTypeIdentifier.height", HKQuantityTypeIdentifier.height.rawValue),
        ("HKQuantityTypeIdentifier.appleExerciseTime", HKQuantityTypeIdentifier.appleExerciseTime.rawValue),
        ("HKQuantityTypeIdentifier.bloodPressureSystolic", HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue),
        ("HKQuantityTypeIdentifier.oxygenSaturation", HKQuantityTypeIdentifier.oxygenSaturation.rawValue),
        ("HKQuantityTypeIdentifier.bloodPressureDiastolic", HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue),
        (
            "HKQuantityTypeIdentifier.heartRateVariabilitySDNN",
            HKQuantityTypeIdentifier.heartRateVariabilitySDNN.rawValue
        ),
        ("HKQuantityTypeIdentifier.respiratoryRate", HKQuantityTypeIdentifier.respiratoryRate.rawValue),
        ("HKQuantityTypeIdentifier.bodyTemperature", HKQuantityTypeIdentifier.bodyTemperature.rawValue),
        ("HKQuantityTypeIdentifier.flightsClimbed", HKQuantityTypeIdentifier.flightsClimbed.rawValue),
        ("HKQuantityTypeIdentifier.bodyFatPercentage", HKQuantityTypeIdentifier.bodyFatPercentage.rawValue),
        ("HKQuantityTypeIdentifier.distanceCycling", HKQuantityTypeIdentifier.distanceCycling.rawValue),
        ("HKQuantityTypeIdentifier.bodyMassIndex", HKQuantityTypeIdentifier.bodyMassIndex.rawValue),
        ("HKQuantityTypeIdentifier.appleStandTime", HKQuantityTypeIdentifier.appleStandTime.rawValue),
        ("HKQuantityTypeIdentifier.basalEnergyBurned", HKQuantityTypeIdentifier.basalEnergyBurned.rawValue),
        ("HKQuantityTypeIdentifier.dietaryCarbohydrates", HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue),
        ("HKCategoryTypeIdentifier.mindfulSession", HKCategoryTypeIdentifier.mindfulSession.rawValue),
        ("HKQuantityTypeIdentifier.dietaryEnergyConsumed", HKQuantityTypeIdentifier.dietaryEnergyConsumed.rawValue),
        ("HKQuantityTypeIdentifier.leanBodyMass", HKQuantityTypeIdentifier.leanBodyMass.rawValue),
        ("HKQuantityTypeIdentifier.vo2Max", HKQuantityTypeIdentifier.vo2Max.rawValue),
        ("HKCorrelationTypeIdentifier.bloodPressure", HKCorrelationTypeIdentifier.bloodPressure.rawValue),
        ("HKQuantityTypeIdentifier.walkingHeartRateAverage", HKQuantityTypeIdentifier.walkingHeartRateAverage.rawValue),
        ("HKQuantityTypeIdentifier.distanceSwimming", HKQuantityTypeIdentifier.distanceSwimming.rawValue),
        ("HKCategoryTypeIdentifier.menstrualFlow", HKCategoryTypeIdentifier.menstrualFlow.rawValue),
        ("HKQuantityTypeIdentifier.dietaryProtein", HKQuantityTypeIdentifier.dietaryProtein.rawValue),
        ("HKQuantityTypeIdentifier.waistCircumference", HKQuantityTypeIdentifier.waistCircumference.rawValue),
        ("HKQuantityTypeIdentifier.dietaryFatTotal", HKQuantityTypeIdentifier.dietaryFatTotal.rawValue),
        ("HKQuantityTypeIdentifier.dietaryWater", HKQuantityTypeIdentifier.dietaryWater.rawValue),
        ("HKQuantityTypeIdentifier.basalBodyTemperature", HKQuantityTypeIdentifier.basalBodyTemperature.rawValue),
        ("HKQuantityTypeIdentifier.insulinDelivery", HKQuantityTypeIdentifier.insulinDelivery.rawValue),
        ("HKCategoryTypeIdentifier.appleStandHour", HKCategoryTypeIdentifier.appleStandHour.rawValue),
        ("HKCharacteristicTypeIdentifier.dateOfBirth", HKCharacteristicTypeIdentifier.dateOfBirth.rawValue),
        ("HKQuantityTypeIdentifier.pushCount", HKQuantityTypeIdentifier.pushCount.rawValue),
        ("HKQuantityTypeIdentifier.dietarySugar", HKQuantityTypeIdentifier.dietarySugar.rawValue),
        ("HKQuantityTypeIdentifier.dietaryFatSaturated", HKQuantityTypeIdentifier.dietaryFatSaturated.rawValue),
        ("HKQuantityTypeIdentifier.dietaryFiber", HKQuantityTypeIdentifier.dietaryFiber.rawValue),
        (
            "HKQuantityTypeIdentifier.distanceDownhillSnowSports",
            HKQuantityTypeIdentifier.distanceDownhillSnowSports.rawValue
        ),
        ("HKCharacteristicTypeIdentifier.biologicalSex", HKCharacteristicTypeIdentifier.biologicalSex.rawValue),
        ("HKQuantityTypeIdentifier.distanceWheelchair", HKQuantityTypeIdentifier.distanceWheelchair.rawValue),
        ("HKQuantityTypeIdentifier.dietaryIron", HKQuantityTypeIdentifier.dietaryIron.rawValue),
        ("HKQuantityTypeIdentifier.dietaryPotassium", HKQuantityTypeIdentifier.dietaryPotassium.rawValue),
        ("HKQuantityTypeIdentifier.dietaryVitaminC", HKQuantityTypeIdentifier.dietaryVitaminC.rawValue),
        ("HKQuantityTypeIdentifier.dietaryBiotin", HKQuantityTypeIdentifier.dietaryBiotin.rawValue),
        ("HKQuantityTypeIdentifier.dietaryCaffeine", HKQuantityTypeIdentifier.dietaryCaffeine.rawValue),
        ("HKQuantityTypeIdentifier.dietaryCalcium", HKQuantityTypeIdentifier.dietaryCalcium.rawValue),
        ("HKQuantityTypeIdentifier.dietaryChloride", HKQuantityTypeIdentifier.dietaryChloride.rawValue),
        ("HKQuantityTypeIdentifier.dietaryCholesterol", HKQuantityTypeIdentifier.dietaryCholesterol.rawValue),
        ("HKQuantityTypeIdentifier.dietaryChromium", HKQuantityTypeIdentifier.dietaryChromium.rawValue),
        ("HKQuantityTypeIdentifier.dietaryCopper", HKQuantityTypeIdentifier.dietaryCopper.rawValue),
        (
            "HKQuantityTypeIdentifier.dietaryFatMonounsaturated",
            HKQuantityTypeIdentifier.dietaryFatMonounsaturated.rawValue
        ),
        (
            "HKQuantityTypeIdentifier.dietaryFatPolyunsaturated",
            HKQuantityTypeIdentifier.dietaryFatPolyunsaturated.rawValue
        ),
        ("HKQuantityTypeIdentifier.dietaryFolate", HKQuantityTypeIdentifier.dietaryFolate.rawValue),
        ("HKQuantityTypeIdentifier.dietaryIodine", HKQuantityTypeIdentifier.dietaryIodine.rawValue),
        ("HKQuantityTypeIdentifier.dietaryMagnesium", HKQuantityTypeIdentifier.dietaryMagnesium.rawValue),
        ("HKQuantityTypeIdentifier.dietaryManganese", HKQuantityTypeIdentifier.dietaryManganese.rawValue),
        ("HKQuantityTypeIdentifier.dietaryMolybdenum", HKQuantityTypeIdentifier.dietaryMolybdenum.rawValue),
        ("HKQuantityTypeIdentifier.dietaryNiacin", HKQuantityTypeIdentifier.dietaryNiacin.rawValue),
        ("HKQuantityTypeIdentifier.dietaryPantothenicAcid", HKQuantityTypeIdentifier.dietaryPantothenicAcid.rawValue),
        ("HKQuantityTypeIdentifier.dietaryPhosphorus", HKQuantityTypeIdentifier.dietaryPhosphorus.rawValue),
        ("HKQuantityTypeIdentifier.dietaryRiboflavin", HKQuantityTypeIdentifier.dietaryRiboflavin.rawValue),
        ("HKQuantityTypeIdentifier.dietarySelenium", HKQuantityTypeIdentifier.dietarySelenium.rawValue),
        ("HKQuantityTypeIdentifier.dietarySodium", HKQuantityTypeIdentifier.dietarySodium.rawValue),
        ("HKQuantityTypeIdentifier.dietaryThiamin", HKQuantityTypeIdentifier.dietaryThiamin.rawValue),
        ("HKQuantityTypeIdentifier.dietaryVitaminA", HKQuantityTypeIdentifier.dietaryVitaminA.rawValue),
        ("HKQuantityTypeIdentifier.dietaryVitaminB12", HKQuantityTypeIdentifier.dietaryVitaminB12.rawValue),
        ("HKQuantityTypeIdentifier.dietaryVitaminB6", HKQuantityTypeIdentifier.dietaryVitaminB6.rawValue),
        ("HKQuantityTypeIdentifier.dietaryVitaminD", HKQuantityTypeIdentifier.dietaryVitaminD.rawValue),
        ("HKQuantityTypeIdentifier.dietaryVitaminE", HKQuantityTypeIdentifier.dietaryVitaminE.rawValue),
        ("HKQuantityTypeIdentifier.dietaryVitaminK", HKQuantityTypeIdentifier.dietaryVitaminK.rawValue),
        ("HKQuantityTypeIdentifier.dietaryZinc", HKQuantityTypeIdentifier.dietaryZinc.rawValue),
        ("HKQuantityTypeIdentifier.forcedExpiratoryVolume1", HKQuantityTypeIdentifier.forcedExpiratoryVolume1.rawValue),
        ("HKQuantityTypeIdentifier.uvExposure", HKQuantityTypeIdentifier.uvExposure.rawValue),
        ("HKQuantityTypeIdentifier.numberOfTimesFallen", HKQuantityTypeIdentifier.numberOfTimesFallen.rawValue),
        ("HKCategoryTypeIdentifier.highHeartRateEvent", HKCategoryTypeIdentifier.highHeartRateEvent.rawValue),
        (
            "HKCategoryTypeIdentifier.irregularHeartRhythmEvent",
            HKCategoryTypeIdentifier.irregularHeartRhythmEvent.rawValue
        ),
        ("HKCategoryTypeIdentifier.lowHeartRateEvent", HKCategoryTypeIdentifier.lowHeartRateEvent.rawValue),
        ("HKCategoryTypeIdentifier.sexualActivity", HKCategoryTypeIdentifier.sexualActivity.rawValue),
        ("HKCategoryTypeIdentifier.intermenstrualBleeding", HKCategoryTypeIdentifier.intermenstrualBleeding.rawValue),
        ("HKCategoryTypeIdentifier.ovulationTestResult", HKCategoryTypeIdentifier.ovulationTestResult.rawValue),
        ("HKQuantityTypeIdentifier.electrodermalActivity", HKQuantityTypeIdentifier.electrodermalActivity.rawValue),
        (
            "HKQuantityTypeIdentifier.peripheralPerfusionIndex",
            HKQuantityTypeIdentifier.peripheralPerfusionIndex.rawValue
        ),
        ("HKQuantityTypeIdentifier.forcedVitalCapacity", HKQuantityTypeIdentifier.forcedVitalCapacity.rawValue),
        ("HKQuantityTypeIdentifier.inhalerUsage", HKQuantityTypeIdentifier.inhalerUsage.rawValue),
        ("HKQuantityTypeIdentifier.peakExpiratoryFlowRate", HKQuantityTypeIdentifier.peakExpiratoryFlowRate.rawValue),
        (
            "HKQuantityTypeIdentifier.environmentalAudioExposure",
            HKQuantityTypeIdentifier.environmentalAudioExposure.rawValue
        ),
        ("HKQuantityTypeIdentifier.swimmingStrokeCount", HKQuantityTypeIdentifier.swimmingStrokeCount.rawValue),
        ("HKCategoryTypeIdentifier.cervicalMucusQuality", HKCategoryTypeIdentifier.cervicalMucusQuality.rawValue),
        ("HKQuantityTypeIdentifier.bloodAlcoholContent", HKQuantityTypeIdentifier.bloodAlcoholContent.rawValue),
        ("HKQuantityTypeIdentifier.appleMoveTime", HKQuantityTypeIdentifier.appleMoveTime.rawValue),
        ("HKQuantityTypeIdentifier.walkingSpeed", HKQuantityTypeIdentifier.walkingSpeed.rawValue),
        ("HKCorrelationTypeIdentifier.food", HKCorrelationTypeIdentifier.food.rawValue),
        ("HKCharacteristicTypeIdentifier.bloodType", HKCharacteristicTypeIdentifier.bloodType.rawValue),
        ("HKQuantityTypeIdentifier.headphoneAudioExposure", HKQuantityTypeIdentifier.headphoneAudioExposure.rawValue),
        ("HKQuantityTypeIdentifier.walkingStepLength", HKQuantityTypeIdentifier.walkingStepLength.rawValue),
        ("HKCategoryTypeIdentifier.toothbrushingEvent", HKCategoryTypeIdentifier.toothbrushingEvent.rawValue),
        ("HKQuantityTypeIdentifier.nikeFuel", HKQuantityTypeIdentifier.nikeFuel.rawValue),
        ("HKClinicalTypeIdentifier.allergyRecord", HKClinicalTypeIdentifier.allergyRecord.rawValue),
        ("HKCategoryTypeIdentifier.headache", HKCategoryTypeIdentifier.headache.rawValue),
        ("HKClinicalTypeIdentifier.labResultRecord", HKClinicalTypeIdentifier.labResultRecord.rawValue),
        (
            "HKQuantityTypeIdentifier.walkingAsymmetryPercentage",
            HKQuantityTypeIdentifier.walkingAsymmetryPercentage.rawValue
        ),
        ("HKClinicalTypeIdentifier.conditionRecord", HKClinicalTypeIdentifier.conditionRecord.rawValue),
        ("HKClinicalTypeIdentifier.immunizationRecord", HKClinicalTypeIdentifier.immunizationRecord.rawValue),
        ("HKClinicalTypeIdentifier.medicationRecord", HKClinicalTypeIdentifier.medicationRecord.rawValue),
        ("HKClinicalTypeIdentifier.procedureRecord", HKClinicalTypeIdentifier.procedureRecord.rawValue),
        ("HKClinicalTypeIdentifier.vitalSignRecord", HKClinicalTypeIdentifier.vitalSignRecord.rawValue),
        (
            "HKQuantityTypeIdentifier.appleSleepingWristTemperature",
            HKQuantityTypeIdentifier.appleSleepingWristTemperature.rawValue
        ),
        ("HKCategoryTypeIdentifier.appetiteChanges", HKCategoryTypeIdentifier.appetiteChanges.rawValue),
        ("HKCategoryTypeIdentifier.contraceptive", HKCategoryTypeIdentifier.contraceptive.rawValue),
        ("HKCategoryTypeIdentifier.fatigue", HKCategoryTypeIdentifier.fatigue.rawValue),
        ("HKCategoryTypeIdentifier.handwashingEvent", HKCategoryTypeIdentifier.handwashingEvent.rawValue),
        (
            "HKQuantityTypeIdentifier.sixMinuteWalkTestDistance",
            HKQuantityTypeIdentifier.sixMinuteWalkTestDistance.rawValue
        ),
        ("HKQuantityTypeIdentifier.stairAscentSpeed", HKQuantityTypeIdentifier.stairAscentSpeed.rawValue),
        (
            "HKQuantityTypeIdentifier.atrialFibrillationBurden",
            HKQuantityTypeIdentifier.atrialFibrillationBurden.rawValue
        ),
        ("HKCategoryTypeIdentifier.chestTightnessOrPain", HKCategoryTypeIdentifier.chestTightnessOrPain.rawValue),
        ("HKCategoryTypeIdentifier.dizziness", HKCategoryTypeIdentifier.dizziness.rawValue),
        ("HKCategoryTypeIdentifier.fainting", HKCategoryTypeIdentifier.fainting.rawValue),
        (
            "HKCategoryTypeIdentifier.infrequentMenstrualCycles",
            HKCategoryTypeIdentifier.infrequentMenstrualCycles.rawValue
        ),
        (
            "HKCategoryTypeIdentifier.irregularMenstrualCycles",
            HKCategoryTypeIdentifier.irregularMenstrualCycles.rawValue
        ),
        (
            "HKCategoryTypeIdentifier.persistentIntermenstrualBleeding",
            HKCategoryTypeIdentifier.persistentIntermenstrualBleeding.rawValue
        ),
        ("HKCategoryTypeIdentifier.pregnancyTestResult", HKCategoryTypeIdentifier.pregnancyTestResult.rawValue),
        ("HKCategoryTypeIdentifier.progesteroneTestResult", HKCategoryTypeIdentifier.progesteroneTestResult.rawValue),
        (
            "HKCategoryTypeIdentifier.prolongedMenstrualPeriods",
            HKCategoryTypeIdentifier.prolongedMenstrualPeriods.rawValue
        ),
        (
            "HKCategoryTypeIdentifier.rapidPoundingOrFlutteringHeartbeat",
            HKCategoryTypeIdentifier.rapidPoundingOrFlutteringHeartbeat.rawValue
        ),
        ("HKCategoryTypeIdentifier.shortnessOfBreath", HKCategoryTypeIdentifier.shortnessOfBreath.rawValue),
        ("HKCategoryTypeIdentifier.skippedHeartbeat", HKCategoryTypeIdentifier.skippedHeartbeat.rawValue),
        ("HKQuantityTypeIdentifier.stairDescentSpeed", HKQuantityTypeIdentifier.stairDescentSpeed.rawValue),
        (
            "HKQuantityTypeIdentifier.walkingDoubleSupportPercentage",
            HKQuantityTypeIdentifier.walkingDoubleSupportPercentage.rawValue
        ),
        ("HKCategoryTypeIdentifier.abdominalCramps", HKCategoryTypeIdentifier.abdominalCramps.rawValue),
        ("HKCategoryTypeIdentifier.heartburn", HKCategoryTypeIdentifier.heartburn.rawValue),
        ("HKQuantityTypeIdentifier.appleWalkingSteadiness", HKQuantityTypeIdentifier.appleWalkingSteadiness.rawValue),
        ("HKQuantityTypeIdentifier.runningStrideLength", HKQuantityTypeIdentifier.runningStrideLength.rawValue),
        ("HKCategoryTypeIdentifier.acne", HKCategoryTypeIdentifier.acne.rawValue),
        ("HKCategoryTypeIdentifier.bladderIncontinence", HKCategoryTypeIdentifier.bladderIncontinence.rawValue),
        ("HKCategoryTypeIdentifier.bloating", HKCategoryTypeIdentifier.bloating.rawValue),
        ("HKCategoryTypeIdentifier.breastPain", HKCategoryTypeIdentifier.breastPain.rawValue),
        ("HKCategoryTypeIdentifier.chills", HKCategoryTypeIdentifier.chills.rawValue),
        ("HKCategoryTypeIdentifier.constipation", HKCategoryTypeIdentifier.constipation.rawValue),
        ("HKCategoryTypeIdentifier.coughing", HKCategoryTypeIdentifier.coughing.rawValue),
        ("HKCategoryTypeIdentifier.drySkin", HKCategoryTypeIdentifier.drySkin.rawValue),
        (
            "HKCategoryTypeIdentifier.environmentalAudioExposureEvent",
            HKCategoryTypeIdentifier.environmentalAudioExposureEvent.rawValue
        ),
        ("HKCategoryTypeIdentifier.fever", HKCategoryTypeIdentifier.fever.rawValue),
        ("HKCategoryTypeIdentifier.generalizedBodyAche", HKCategoryTypeIdentifier.generalizedBodyAche.rawValue),
        ("HKCategoryTypeIdentifier.hairLoss", HKCategoryTypeIdentifier.hairLoss.rawValue),
        (
            "HKCategoryTypeIdentifier.headphoneAudioExposureEvent",
            HKCategoryTypeIdentifier.headphoneAudioExposureEvent.rawValue
        ),
        ("HKCategoryTypeIdentifier.hotFlashes", HKCategoryTypeIdentifier.hotFlashes.rawValue),
        ("HKCategoryTypeIdentifier.lactation", HKCategoryTypeIdentifier.lactation.rawValue),
        ("HKCategoryTypeIdentifier.lossOfSmell", HKCategoryTypeIdentifier.lossOfSmell.rawValue),
        ("HKCategoryTypeIdentifier.lossOfTaste", HKCategoryTypeIdentifier.lossOfTaste.rawValue),
        ("HKCategoryTypeIdentifier.lowCardioFitnessEvent", HKCategoryTypeIdentifier.lowCardioFitnessEvent.rawValue),
        ("HKCategoryTypeIdentifier.lowerBackPain", HKCategoryTypeIdentifier.lowerBackPain.rawValue),
        ("HKCategoryTypeIdentifier.memoryLapse", HKCategoryTypeIdentifier.memoryLapse.rawValue),
        ("HKCategoryTypeIdentifier.moodChanges", HKCategoryTypeIdentifier.moodChanges.rawValue),
        ("HKCategoryTypeIdentifier.nausea", HKCategoryTypeIdentifier.nausea.rawValue),
        ("HKCategoryTypeIdentifier.nightSweats", HKCategoryTypeIdentifier.nightSweats.rawValue),
        ("HKCategoryTypeIdentifier.pelvicPain", HKCategoryTypeIdentifier.pelvicPain.rawValue),
        ("HKCategoryTypeIdentifier.pregnancy", HKCategoryTypeIdentifier.pregnancy.rawValue),
        ("HKCategoryTypeIdentifier.runnyNose", HKCategoryTypeIdentifier.runnyNose.rawValue),
        ("HKCategoryTypeIdentifier.sinusCongestion", HKCategoryTypeIdentifier.sinusCongestion.rawValue),
        ("HKCategoryTypeIdentifier.sleepChanges", HKCategoryTypeIdentifier.sleepChanges.rawValue),
        ("HKCategoryTypeIdentifier.soreThroat", HKCategoryTypeIdentifier.soreThroat.rawValue),
        ("HKCategoryTypeIdentifier.vaginalDryness", HKCategoryTypeIdentifier.vaginalDryness.rawValue),
        ("HKCategoryTypeIdentifier.vomiting", HKCategoryTypeIdentifier.vomiting.rawValue),
        ("HKCategoryTypeIdentifier.wheezing", HKCategoryTypeIdentifier.wheezing.rawValue),
        ("HKCharacteristicTypeIdentifier.wheelchairUse", HKCharacteristicTypeIdentifier.wheelchairUse.rawValue),
        ("HKCategoryTypeIdentifier.diarrhea", HKCategoryTypeIdentifier.diarrhea.rawValue),
        (
            "HKCharacteristicTypeIdentifier.fitzpatrickSkinType",
            HKCharacteristicTypeIdentifier.fitzpatrickSkinType.rawValue
        ),
        (
            "HKQuantityTypeIdentifier.heartRateRecoveryOneMinute",
            HKQuantityTypeIdentifier.heartRateRecoveryOneMinute.rawValue
        ),
        ("HKQuantityTypeIdentifier.timeInDaylight", HKQuantityTypeIdentifier.timeInDaylight.rawValue),
        (
            "HKQuantityTypeIdentifier.runningGroundContactTime",
            HKQuantityTypeIdentifier.runningGroundContactTime.rawValue
        ),
        ("HKQuantityTypeIdentifier.runningPower", HKQuantityTypeIdentifier.runningPower.rawValue),
        (
            "HKQuantityTypeIdentifier.runningVerticalOscillation",
            HKQuantityTypeIdentifier.runningVerticalOscillation.rawValue
        ),
        ("HKQuantityTypeIdentifier.underwaterDepth", HKQuantityTypeIdentifier.underwaterDepth.rawValue),
        ("HKQuantityTypeIdentifier.waterTemperature", HKQuantityTypeIdentifier.waterTemperature.rawValue),
        (
            "HKCategoryTypeIdentifier.appleWalkingSteadinessEvent",
            HKCategoryTypeIdentifier.appleWalkingSteadinessEvent.rawValue
        ),
        ("HKClinicalTypeIdentifier.coverageRecord", HKClinicalTypeIdentifier.coverageRecord.rawValue),
        ("HKQuantityTypeIdentifier.physicalEffort", HKQuantityTypeIdentifier.physicalEffort.rawValue),
        (
            "HKQuantityTypeIdentifier.numberOfAlcoholicBeverages",
            HKQuantityTypeIdentifier.numberOfAlcoholicBeverages.rawValue
        ),
        ("HKQuantityTypeIdentifier.runningSpeed", HKQuantityTypeIdentifier.runningSpeed.rawValue),
        ("HKQuantityTypeIdentifier.cyclingSpeed", HKQuantityTypeIdentifier.cyclingSpeed.rawValue),
        ("HKClinicalTypeIdentifier.clinicalNoteRecord", HKClinicalTypeIdentifier.clinicalNoteRecord.rawValue),
        ("HKQuantityTypeIdentifier.cyclingCadence", HKQuantityTypeIdentifier.cyclingCadence.rawValue),
        ("HKQuantityTypeIdentifier.cyclingPower", HKQuantityTypeIdentifier.cyclingPower.rawValue),
        (
            "HKQuantityTypeIdentifier.appleSleepingBreathingDisturbances",
            HKQuantityTypeIdentifier.appleSleepingBreathingDisturbances.rawValue
        ),
        ("HKCategoryTypeIdentifier.sleepApneaEvent", HKCategoryTypeIdentifier.sleepApneaEvent.rawValue),
        ("HKCharacteristicTypeIdentifier.activityMoveMode", HKCharacteristicTypeIdentifier.activityMoveMode.rawValue),
        (
            "HKQuantityTypeIdentifier.cyclingFunctionalThresholdPower",
            HKQuantityTypeIdentifier.cyclingFunctionalThresholdPower.rawValue
        ),
        (
            "HKQuantityTypeIdentifier.distanceCrossCountrySkiing",
            HKQuantityTypeIdentifier.distanceCrossCountrySkiing.rawValue
        ),
        ("HKQuantityTypeIdentifier.distancePaddleSports", HKQuantityTypeIdentifier.distancePaddleSports.rawValue),
        ("HKQuantityTypeIdentifier.distanceRowing", HKQuantityTypeIdentifier.distanceRowing.rawValue),
        ("HKQuantityTypeIdentifier.distanceSkatingSports", HKQuantityTypeIdentifier.distanceSkatingSports.rawValue),
        (
            "HKQuantityTypeIdentifier.environmentalSoundReduction",
            HKQuantityTypeIdentifier.environmentalSoundReduction.rawValue
        ),
        ("HKCategoryTypeIdentifier.bleedingAfterPregnancy", HKCategoryTypeIdentifier.bleedingAfterPregnancy.rawValue),
        ("HKCategoryTypeIdentifier.bleedingDuringPregnancy", HKCategoryTypeIdentifier.bleedingDuringPregnancy.rawValue),
    ]
}
