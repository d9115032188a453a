// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The groups of types. Every type with a short name is in one of them, in the order of the lists.

/** The short names of the types by group: groups and types in the order of the lists. */
const NAMES = {
  activity: `
    stepCount distanceWalkingRunning activeEnergyBurned basalEnergyBurned totalEnergyBurned
    activitySummary appleExerciseTime appleMoveTime appleStandTime appleStandHour flightsClimbed physicalEffort
    distanceCycling distanceSwimming swimmingStrokeCount distanceWheelchair pushCount
    distanceDownhillSnowSports distanceCrossCountrySkiing distancePaddleSports distanceRowing
    distanceSkatingSports runningSpeed runningPower runningStrideLength runningGroundContactTime
    runningVerticalOscillation cyclingSpeed cyclingPower cyclingCadence
    cyclingFunctionalThresholdPower crossCountrySkiingSpeed paddleSportsSpeed rowingSpeed
    nikeFuel`,
  workouts: `
    workout workoutRoute workoutEffortScore estimatedWorkoutEffortScore`,
  body: `
    bodyMass bodyMassIndex bodyFatPercentage leanBodyMass height waistCircumference
    electrodermalActivity basalMetabolicRate`,
  heart: `
    heartRate restingHeartRate walkingHeartRateAverage heartRateVariabilitySDNN
    heartRateVariabilityRMSSD heartRateRecoveryOneMinute electrocardiogram vo2Max
    atrialFibrillationBurden highHeartRateEvent lowHeartRateEvent irregularHeartRhythmEvent
    lowCardioFitnessEvent hypertensionEvent peripheralPerfusionIndex heartbeatSeries`,
  vitals: `
    bloodPressure bloodPressureSystolic bloodPressureDiastolic bodyTemperature bloodGlucose`,
  sleep: `
    sleepAnalysis appleSleepingWristTemperature appleSleepingBreathingDisturbances
    sleepApneaEvent`,
  respiratory: `
    oxygenSaturation respiratoryRate sixMinuteWalkTestDistance forcedVitalCapacity
    forcedExpiratoryVolume1 peakExpiratoryFlowRate inhalerUsage`,
  mobility: `
    walkingSpeed walkingStepLength walkingAsymmetryPercentage walkingDoubleSupportPercentage
    stairAscentSpeed stairDescentSpeed appleWalkingSteadiness appleWalkingSteadinessEvent`,
  nutrition: `
    food dietaryEnergyConsumed dietaryWater dietaryCaffeine numberOfAlcoholicBeverages
    dietaryCarbohydrates dietaryFiber dietarySugar dietaryProtein dietaryFatTotal
    dietaryFatSaturated dietaryFatMonounsaturated dietaryFatPolyunsaturated dietaryCholesterol
    dietarySodium dietaryPotassium dietaryCalcium dietaryIron dietaryMagnesium dietaryPhosphorus
    dietaryZinc dietaryCopper dietaryManganese dietaryIodine dietarySelenium dietaryChromium
    dietaryMolybdenum dietaryChloride dietaryVitaminA dietaryVitaminB6 dietaryVitaminB12
    dietaryVitaminC dietaryVitaminD dietaryVitaminE dietaryVitaminK dietaryThiamin
    dietaryRiboflavin dietaryNiacin dietaryPantothenicAcid dietaryFolate dietaryBiotin`,
  mind: `
    stateOfMind mindfulSession timeInDaylight GAD7 PHQ9`,
  medications: `
    medicationDoseEvent userAnnotatedMedication insulinDelivery`,
  symptoms: `
    abdominalCramps acne appetiteChanges bladderIncontinence bloating generalizedBodyAche
    breastPain chestTightnessOrPain chills sinusCongestion constipation coughing diarrhea
    dizziness drySkin fainting fatigue fever hairLoss headache heartburn hotFlashes lossOfSmell
    lossOfTaste lowerBackPain memoryLapse moodChanges nausea nightSweats pelvicPain
    rapidPoundingOrFlutteringHeartbeat runnyNose shortnessOfBreath skippedHeartbeat sleepChanges
    soreThroat vaginalDryness vomiting wheezing`,
  cycle: `
    menstrualFlow intermenstrualBleeding ovulationTestResult cervicalMucusQuality
    basalBodyTemperature sexualActivity contraceptive pregnancy pregnancyTestResult
    progesteroneTestResult lactation bleedingDuringPregnancy bleedingAfterPregnancy
    menopausalState bleedingAfterMenopause irregularMenstrualCycles infrequentMenstrualCycles
    prolongedMenstrualPeriods persistentIntermenstrualBleeding`,
  hearing: `
    environmentalAudioExposure headphoneAudioExposure environmentalSoundReduction
    environmentalAudioExposureEvent audioExposureEvent headphoneAudioExposureEvent audiogram`,
  records: `
    allergyRecord clinicalNoteRecord conditionRecord immunizationRecord labResultRecord
    medicationRecord procedureRecord vitalSignRecord coverageRecord CDA`,
  person: `
    dateOfBirth biologicalSex referenceSex bloodType fitzpatrickSkinType wheelchairUse activityMoveMode`,
  other: `
    bloodAlcoholContent numberOfTimesFallen handwashingEvent toothbrushingEvent uvExposure
    underwaterDepth waterTemperature visionPrescription`,
};

/** The groups in the order of the pages; `group_<name>` is the key of a group's name. */
export const groups = Object.freeze(Object.keys(NAMES));

/** The group of each type, and its place among all types. */
const places = new Map();
for (const group of groups) {
  for (const name of NAMES[group].trim().split(/\s+/)) places.set(name, { group, place: places.size });
}

/**
 * Returns the group of a type.
 * @param {string} shortName the short name, such as `stepCount`
 * @returns {string} a member of `groups`; `other` for an unknown type
 */
export function groupOf(shortName) {
  return places.get(shortName)?.group ?? "other";
}

/**
 * Returns the types of a group, in order.
 * @param {string} group a member of `groups`
 * @returns {string[]} short names
 */
export function typesOf(group) {
  return [...places].filter(([, at]) => at.group === group).map(([name]) => name);
}

/**
 * Compares two types by their order in lists; for `sort`. Unknown types come last, by name.
 * @param {string} a a short name
 * @param {string} b a short name
 * @returns {number} below, above or equal to zero
 */
export function compareTypes(a, b) {
  const [left, right] = [places.get(a)?.place ?? Infinity, places.get(b)?.place ?? Infinity];
  return left === right ? (a < b ? -1 : a > b ? 1 : 0) : left - right;
}

/**
 * Returns types by group, in the order of groups and types, without empty groups.
 * @param {Iterable<string>} shortNames short names in any order
 * @returns {{group: string, types: string[]}[]}
 */
export function grouped(shortNames) {
  const sorted = [...new Set(shortNames)].sort(compareTypes);
  return groups
    .map((group) => ({ group, types: sorted.filter((name) => groupOf(name) === group) }))
    .filter((entry) => entry.types.length > 0);
}
