// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The identifier of a quantity type.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of active energy burned, a cumulative quantity in `kcal`. iOS 8.0.
    public static let activeEnergyBurned = Self(rawValue: "HKQuantityTypeIdentifierActiveEnergyBurned")

    /// The identifier of Apple exercise time, a cumulative quantity in `min`. iOS 9.3.
    public static let appleExerciseTime = Self(rawValue: "HKQuantityTypeIdentifierAppleExerciseTime")

    /// The identifier of Apple move time, a cumulative quantity in `min`. iOS 14.5.
    public static let appleMoveTime = Self(rawValue: "HKQuantityTypeIdentifierAppleMoveTime")

    /// The identifier of Apple sleeping breathing disturbances, a discrete quantity in `count`. iOS 18.0.
    public static let appleSleepingBreathingDisturbances = Self(
        rawValue: "HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances")

    /// The identifier of Apple sleeping wrist temperature, a discrete quantity in `degC`. iOS 16.0.
    public static let appleSleepingWristTemperature = Self(
        rawValue: "HKQuantityTypeIdentifierAppleSleepingWristTemperature")

    /// The identifier of Apple stand time, a cumulative quantity in `min`. iOS 13.0.
    public static let appleStandTime = Self(rawValue: "HKQuantityTypeIdentifierAppleStandTime")

    /// The identifier of Apple walking steadiness, a discrete quantity in `%`. iOS 15.0.
    public static let appleWalkingSteadiness = Self(rawValue: "HKQuantityTypeIdentifierAppleWalkingSteadiness")

    /// The identifier of atrial fibrillation burden, a discrete, temporally weighted quantity in `%`. iOS 16.0.
    public static let atrialFibrillationBurden = Self(rawValue: "HKQuantityTypeIdentifierAtrialFibrillationBurden")

    /// The identifier of basal body temperature, a discrete quantity in `degC`. iOS 9.0.
    public static let basalBodyTemperature = Self(rawValue: "HKQuantityTypeIdentifierBasalBodyTemperature")

    /// The identifier of basal energy burned, a cumulative quantity in `kcal`. iOS 8.0.
    public static let basalEnergyBurned = Self(rawValue: "HKQuantityTypeIdentifierBasalEnergyBurned")

    /// The identifier of blood alcohol content, a discrete quantity in `%`. iOS 8.0.
    public static let bloodAlcoholContent = Self(rawValue: "HKQuantityTypeIdentifierBloodAlcoholContent")

    /// The identifier of blood glucose, a discrete quantity in `mg/dL`. iOS 8.0.
    public static let bloodGlucose = Self(rawValue: "HKQuantityTypeIdentifierBloodGlucose")

    /// The identifier of blood pressure diastolic, a discrete quantity in `mmHg`. iOS 8.0.
    public static let bloodPressureDiastolic = Self(rawValue: "HKQuantityTypeIdentifierBloodPressureDiastolic")

    /// The identifier of blood pressure systolic, a discrete quantity in `mmHg`. iOS 8.0.
    public static let bloodPressureSystolic = Self(rawValue: "HKQuantityTypeIdentifierBloodPressureSystolic")

    /// The identifier of body fat percentage, a discrete quantity in `%`. iOS 8.0.
    public static let bodyFatPercentage = Self(rawValue: "HKQuantityTypeIdentifierBodyFatPercentage")

    /// The identifier of body mass, a discrete quantity in `kg`. iOS 8.0.
    public static let bodyMass = Self(rawValue: "HKQuantityTypeIdentifierBodyMass")

    /// The identifier of body mass index, a discrete quantity in `count`. iOS 8.0.
    public static let bodyMassIndex = Self(rawValue: "HKQuantityTypeIdentifierBodyMassIndex")

    /// The identifier of body temperature, a discrete quantity in `degC`. iOS 8.0.
    public static let bodyTemperature = Self(rawValue: "HKQuantityTypeIdentifierBodyTemperature")

    /// The identifier of cross country skiing speed, a discrete quantity in `m/s`. iOS 18.0.
    public static let crossCountrySkiingSpeed = Self(rawValue: "HKQuantityTypeIdentifierCrossCountrySkiingSpeed")

    /// The identifier of cycling cadence, a discrete, temporally weighted quantity in `count/min`. iOS 17.0.
    public static let cyclingCadence = Self(rawValue: "HKQuantityTypeIdentifierCyclingCadence")

    /// The identifier of cycling functional threshold power, a discrete quantity in `W`. iOS 17.0.
    public static let cyclingFunctionalThresholdPower = Self(
        rawValue: "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower")

    /// The identifier of cycling power, a discrete, temporally weighted quantity in `W`. iOS 17.0.
    public static let cyclingPower = Self(rawValue: "HKQuantityTypeIdentifierCyclingPower")

    /// The identifier of cycling speed, a discrete, temporally weighted quantity in `m/s`. iOS 17.0.
    public static let cyclingSpeed = Self(rawValue: "HKQuantityTypeIdentifierCyclingSpeed")

    /// The identifier of dietary biotin, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryBiotin = Self(rawValue: "HKQuantityTypeIdentifierDietaryBiotin")

    /// The identifier of dietary caffeine, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCaffeine = Self(rawValue: "HKQuantityTypeIdentifierDietaryCaffeine")

    /// The identifier of dietary calcium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCalcium = Self(rawValue: "HKQuantityTypeIdentifierDietaryCalcium")

    /// The identifier of dietary carbohydrates, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCarbohydrates = Self(rawValue: "HKQuantityTypeIdentifierDietaryCarbohydrates")

    /// The identifier of dietary chloride, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryChloride = Self(rawValue: "HKQuantityTypeIdentifierDietaryChloride")

    /// The identifier of dietary cholesterol, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCholesterol = Self(rawValue: "HKQuantityTypeIdentifierDietaryCholesterol")

    /// The identifier of dietary chromium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryChromium = Self(rawValue: "HKQuantityTypeIdentifierDietaryChromium")

    /// The identifier of dietary copper, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCopper = Self(rawValue: "HKQuantityTypeIdentifierDietaryCopper")

    /// The identifier of dietary energy consumed, a cumulative quantity in `kcal`. iOS 8.0.
    public static let dietaryEnergyConsumed = Self(rawValue: "HKQuantityTypeIdentifierDietaryEnergyConsumed")

    /// The identifier of dietary fat monounsaturated, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFatMonounsaturated = Self(rawValue: "HKQuantityTypeIdentifierDietaryFatMonounsaturated")

    /// The identifier of dietary fat polyunsaturated, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFatPolyunsaturated = Self(rawValue: "HKQuantityTypeIdentifierDietaryFatPolyunsaturated")

    /// The identifier of dietary fat saturated, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFatSaturated = Self(rawValue: "HKQuantityTypeIdentifierDietaryFatSaturated")

    /// The identifier of dietary fat total, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFatTotal = Self(rawValue: "HKQuantityTypeIdentifierDietaryFatTotal")

    /// The identifier of dietary fiber, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFiber = Self(rawValue: "HKQuantityTypeIdentifierDietaryFiber")

    /// The identifier of dietary folate, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFolate = Self(rawValue: "HKQuantityTypeIdentifierDietaryFolate")

    /// The identifier of dietary iodine, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryIodine = Self(rawValue: "HKQuantityTypeIdentifierDietaryIodine")

    /// The identifier of dietary iron, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryIron = Self(rawValue: "HKQuantityTypeIdentifierDietaryIron")

    /// The identifier of dietary magnesium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryMagnesium = Self(rawValue: "HKQuantityTypeIdentifierDietaryMagnesium")

    /// The identifier of dietary manganese, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryManganese = Self(rawValue: "HKQuantityTypeIdentifierDietaryManganese")

    /// The identifier of dietary molybdenum, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryMolybdenum = Self(rawValue: "HKQuantityTypeIdentifierDietaryMolybdenum")

    /// The identifier of dietary niacin, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryNiacin = Self(rawValue: "HKQuantityTypeIdentifierDietaryNiacin")

    /// The identifier of dietary pantothenic acid, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryPantothenicAcid = Self(rawValue: "HKQuantityTypeIdentifierDietaryPantothenicAcid")

    /// The identifier of dietary phosphorus, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryPhosphorus = Self(rawValue: "HKQuantityTypeIdentifierDietaryPhosphorus")

    /// The identifier of dietary potassium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryPotassium = Self(rawValue: "HKQuantityTypeIdentifierDietaryPotassium")

    /// The identifier of dietary protein, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryProtein = Self(rawValue: "HKQuantityTypeIdentifierDietaryProtein")

    /// The identifier of dietary riboflavin, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryRiboflavin = Self(rawValue: "HKQuantityTypeIdentifierDietaryRiboflavin")

    /// The identifier of dietary selenium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietarySelenium = Self(rawValue: "HKQuantityTypeIdentifierDietarySelenium")

    /// The identifier of dietary sodium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietarySodium = Self(rawValue: "HKQuantityTypeIdentifierDietarySodium")

    /// The identifier of dietary sugar, a cumulative quantity in `g`. iOS 8.0.
    public static let dietarySugar = Self(rawValue: "HKQuantityTypeIdentifierDietarySugar")

    /// The identifier of dietary thiamin, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryThiamin = Self(rawValue: "HKQuantityTypeIdentifierDietaryThiamin")

    /// The identifier of dietary vitamin A, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminA = Self(rawValue: "HKQuantityTypeIdentifierDietaryVitaminA")

    /// The identifier of dietary vitamin b12, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminB12 = Self(rawValue: "HKQuantityTypeIdentifierDietaryVitaminB12")

    /// The identifier of dietary vitamin b6, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminB6 = Self(rawValue: "HKQuantityTypeIdentifierDietaryVitaminB6")

    /// The identifier of dietary vitamin C, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminC = Self(rawValue: "HKQuantityTypeIdentifierDietaryVitaminC")

    /// The identifier of dietary vitamin D, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminD = Self(rawValue: "HKQuantityTypeIdentifierDietaryVitaminD")

    /// The identifier of dietary vitamin E, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminE = Self(rawValue: "HKQuantityTypeIdentifierDietaryVitaminE")

    /// The identifier of dietary vitamin K, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminK = Self(rawValue: "HKQuantityTypeIdentifierDietaryVitaminK")

    /// The identifier of dietary water, a cumulative quantity in `mL`. iOS 9.0.
    public static let dietaryWater = Self(rawValue: "HKQuantityTypeIdentifierDietaryWater")

    /// The identifier of dietary zinc, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryZinc = Self(rawValue: "HKQuantityTypeIdentifierDietaryZinc")

    /// The identifier of distance cross country skiing, a cumulative quantity in `m`. iOS 18.0.
    public static let distanceCrossCountrySkiing = Self(rawValue: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing")

    /// The identifier of distance cycling, a cumulative quantity in `m`. iOS 8.0.
    public static let distanceCycling = Self(rawValue: "HKQuantityTypeIdentifierDistanceCycling")

    /// The identifier of distance downhill snow sports, a cumulative quantity in `m`. iOS 11.2.
    public static let distanceDownhillSnowSports = Self(rawValue: "HKQuantityTypeIdentifierDistanceDownhillSnowSports")

    /// The identifier of distance paddle sports, a cumulative quantity in `m`. iOS 18.0.
    public static let distancePaddleSports = Self(rawValue: "HKQuantityTypeIdentifierDistancePaddleSports")

    /// The identifier of distance rowing, a cumulative quantity in `m`. iOS 18.0.
    public static let distanceRowing = Self(rawValue: "HKQuantityTypeIdentifierDistanceRowing")

    /// The identifier of distance skating sports, a cumulative quantity in `m`. iOS 18.0.
    public static let distanceSkatingSports = Self(rawValue: "HKQuantityTypeIdentifierDistanceSkatingSports")

    /// The identifier of distance swimming, a cumulative quantity in `m`. iOS 10.0.
    public static let distanceSwimming = Self(rawValue: "HKQuantityTypeIdentifierDistanceSwimming")

    /// The identifier of distance walking running, a cumulative quantity in `m`. iOS 8.0.
    public static let distanceWalkingRunning = Self(rawValue: "HKQuantityTypeIdentifierDistanceWalkingRunning")

    /// The identifier of distance wheelchair, a cumulative quantity in `m`. iOS 10.0.
    public static let distanceWheelchair = Self(rawValue: "HKQuantityTypeIdentifierDistanceWheelchair")

    /// The identifier of electrodermal activity, a discrete quantity in `S`. iOS 8.0.
    public static let electrodermalActivity = Self(rawValue: "HKQuantityTypeIdentifierElectrodermalActivity")

    /// The identifier of environmental audio exposure, a discrete, energy-averaged quantity in `dBASPL`. iOS 13.0.
    public static let environmentalAudioExposure = Self(rawValue: "HKQuantityTypeIdentifierEnvironmentalAudioExposure")

    /// The identifier of environmental sound reduction, a discrete, energy-averaged quantity in `dBASPL`. iOS 16.0.
    public static let environmentalSoundReduction = Self(
        rawValue: "HKQuantityTypeIdentifierEnvironmentalSoundReduction")

    /// The identifier of estimated workout effort score, a discrete quantity in `appleEffortScore`. iOS 18.0.
    public static let estimatedWorkoutEffortScore = Self(
        rawValue: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore")

    /// The identifier of flights climbed, a cumulative quantity in `count`. iOS 8.0.
    public static let flightsClimbed = Self(rawValue: "HKQuantityTypeIdentifierFlightsClimbed")

    /// The identifier of forced expiratory volume 1, a discrete quantity in `L`. iOS 8.0.
    public static let forcedExpiratoryVolume1 = Self(rawValue: "HKQuantityTypeIdentifierForcedExpiratoryVolume1")

    /// The identifier of forced vital capacity, a discrete quantity in `L`. iOS 8.0.
    public static let forcedVitalCapacity = Self(rawValue: "HKQuantityTypeIdentifierForcedVitalCapacity")

    /// The identifier of headphone audio exposure, a discrete, energy-averaged quantity in `dBASPL`. iOS 13.0.
    public static let headphoneAudioExposure = Self(rawValue: "HKQuantityTypeIdentifierHeadphoneAudioExposure")

    /// The identifier of heart rate, a discrete, temporally weighted quantity in `count/min`. iOS 8.0.
    public static let heartRate = Self(rawValue: "HKQuantityTypeIdentifierHeartRate")

    /// The identifier of heart rate recovery one minute, a discrete quantity in `count/min`. iOS 16.0.
    public static let heartRateRecoveryOneMinute = Self(rawValue: "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute")

    /// The identifier of heart rate variability RMSSD, a discrete quantity in `ms`. iOS 27.0.
    public static let heartRateVariabilityRMSSD = Self(rawValue: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD")

    /// The identifier of heart rate variability SDNN, a discrete quantity in `ms`. iOS 11.0.
    public static let heartRateVariabilitySDNN = Self(rawValue: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN")

    /// The identifier of height, a discrete quantity in `m`. iOS 8.0.
    public static let height = Self(rawValue: "HKQuantityTypeIdentifierHeight")

    /// The identifier of inhaler usage, a cumulative quantity in `count`. iOS 8.0.
    public static let inhalerUsage = Self(rawValue: "HKQuantityTypeIdentifierInhalerUsage")

    /// The identifier of insulin delivery, a cumulative quantity in `IU`. iOS 11.0.
    public static let insulinDelivery = Self(rawValue: "HKQuantityTypeIdentifierInsulinDelivery")

    /// The identifier of lean body mass, a discrete quantity in `kg`. iOS 8.0.
    public static let leanBodyMass = Self(rawValue: "HKQuantityTypeIdentifierLeanBodyMass")

    /// The identifier of Nike fuel, a cumulative quantity in `count`. iOS 8.0.
    public static let nikeFuel = Self(rawValue: "HKQuantityTypeIdentifierNikeFuel")

    /// The identifier of number of alcoholic beverages, a cumulative quantity in `count`. iOS 15.0.
    public static let numberOfAlcoholicBeverages = Self(rawValue: "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages")

    /// The identifier of number of times fallen, a cumulative quantity in `count`. iOS 8.0.
    public static let numberOfTimesFallen = Self(rawValue: "HKQuantityTypeIdentifierNumberOfTimesFallen")

    /// The identifier of oxygen saturation, a discrete quantity in `%`. iOS 8.0.
    public static let oxygenSaturation = Self(rawValue: "HKQuantityTypeIdentifierOxygenSaturation")

    /// The identifier of paddle sports speed, a discrete quantity in `m/s`. iOS 18.0.
    public static let paddleSportsSpeed = Self(rawValue: "HKQuantityTypeIdentifierPaddleSportsSpeed")

    /// The identifier of peak expiratory flow rate, a discrete quantity in `L/min`. iOS 8.0.
    public static let peakExpiratoryFlowRate = Self(rawValue: "HKQuantityTypeIdentifierPeakExpiratoryFlowRate")

    /// The identifier of peripheral perfusion index, a discrete quantity in `%`. iOS 8.0.
    public static let peripheralPerfusionIndex = Self(rawValue: "HKQuantityTypeIdentifierPeripheralPerfusionIndex")

    /// The identifier of physical effort, a discrete quantity in `kcal/(kg*hr)`. iOS 17.0.
    public static let physicalEffort = Self(rawValue: "HKQuantityTypeIdentifierPhysicalEffort")

    /// The identifier of push count, a cumulative quantity in `count`. iOS 10.0.
    public static let pushCount = Self(rawValue: "HKQuantityTypeIdentifierPushCount")

    /// The identifier of respiratory rate, a discrete quantity in `count/min`. iOS 8.0.
    public static let respiratoryRate = Self(rawValue: "HKQuantityTypeIdentifierRespiratoryRate")

    /// The identifier of resting heart rate, a discrete, temporally weighted quantity in `count/min`. iOS 11.0.
    public static let restingHeartRate = Self(rawValue: "HKQuantityTypeIdentifierRestingHeartRate")

    /// The identifier of rowing speed, a discrete quantity in `m/s`. iOS 18.0.
    public static let rowingSpeed = Self(rawValue: "HKQuantityTypeIdentifierRowingSpeed")

    /// The identifier of running ground contact time, a discrete quantity in `ms`. iOS 16.0.
    public static let runningGroundContactTime = Self(rawValue: "HKQuantityTypeIdentifierRunningGroundContactTime")

    /// The identifier of running power, a discrete quantity in `W`. iOS 16.0.
    public static let runningPower = Self(rawValue: "HKQuantityTypeIdentifierRunningPower")

    /// The identifier of running speed, a discrete quantity in `m/s`. iOS 16.0.
    public static let runningSpeed = Self(rawValue: "HKQuantityTypeIdentifierRunningSpeed")

    /// The identifier of running stride length, a discrete quantity in `m`. iOS 16.0.
    public static let runningStrideLength = Self(rawValue: "HKQuantityTypeIdentifierRunningStrideLength")

    /// The identifier of running vertical oscillation, a discrete quantity in `cm`. iOS 16.0.
    public static let runningVerticalOscillation = Self(rawValue: "HKQuantityTypeIdentifierRunningVerticalOscillation")

    /// The identifier of six minute walk test distance, a discrete quantity in `m`. iOS 14.0.
    public static let sixMinuteWalkTestDistance = Self(rawValue: "HKQuantityTypeIdentifierSixMinuteWalkTestDistance")

    /// The identifier of stair ascent speed, a discrete quantity in `m/s`. iOS 14.0.
    public static let stairAscentSpeed = Self(rawValue: "HKQuantityTypeIdentifierStairAscentSpeed")

    /// The identifier of stair descent speed, a discrete quantity in `m/s`. iOS 14.0.
    public static let stairDescentSpeed = Self(rawValue: "HKQuantityTypeIdentifierStairDescentSpeed")

    /// The identifier of step count, a cumulative quantity in `count`. iOS 8.0.
    public static let stepCount = Self(rawValue: "HKQuantityTypeIdentifierStepCount")

    /// The identifier of swimming stroke count, a cumulative quantity in `count`. iOS 10.0.
    public static let swimmingStrokeCount = Self(rawValue: "HKQuantityTypeIdentifierSwimmingStrokeCount")

    /// The identifier of time in daylight, a cumulative quantity in `min`. iOS 17.0.
    public static let timeInDaylight = Self(rawValue: "HKQuantityTypeIdentifierTimeInDaylight")

    /// The identifier of UV exposure, a discrete quantity in `count`. iOS 9.0.
    public static let uvExposure = Self(rawValue: "HKQuantityTypeIdentifierUVExposure")

    /// The identifier of underwater depth, a discrete quantity in `m`. iOS 16.0.
    public static let underwaterDepth = Self(rawValue: "HKQuantityTypeIdentifierUnderwaterDepth")

    /// The identifier of VO2 max, a discrete quantity in `ml/(kg*min)`. iOS 11.0.
    public static let vo2Max = Self(rawValue: "HKQuantityTypeIdentifierVO2Max")

    /// The identifier of waist circumference, a discrete quantity in `m`. iOS 11.0.
    public static let waistCircumference = Self(rawValue: "HKQuantityTypeIdentifierWaistCircumference")

    /// The identifier of walking asymmetry percentage, a discrete quantity in `%`. iOS 14.0.
    public static let walkingAsymmetryPercentage = Self(rawValue: "HKQuantityTypeIdentifierWalkingAsymmetryPercentage")

    /// The identifier of walking double support percentage, a discrete quantity in `%`. iOS 14.0.
    public static let walkingDoubleSupportPercentage = Self(
        rawValue: "HKQuantityTypeIdentifierWalkingDoubleSupportPercentage")

    /// The identifier of walking heart rate average, a discrete, temporally weighted quantity in `count/min`. iOS 11.0.
    public static let walkingHeartRateAverage = Self(rawValue: "HKQuantityTypeIdentifierWalkingHeartRateAverage")

    /// The identifier of walking speed, a discrete quantity in `m/s`. iOS 14.0.
    public static let walkingSpeed = Self(rawValue: "HKQuantityTypeIdentifierWalkingSpeed")

    /// The identifier of walking step length, a discrete quantity in `m`. iOS 14.0.
    public static let walkingStepLength = Self(rawValue: "HKQuantityTypeIdentifierWalkingStepLength")

    /// The identifier of water temperature, a discrete quantity in `degC`. iOS 16.0.
    public static let waterTemperature = Self(rawValue: "HKQuantityTypeIdentifierWaterTemperature")

    /// The identifier of workout effort score, a discrete quantity in `appleEffortScore`. iOS 18.0.
    public static let workoutEffortScore = Self(rawValue: "HKQuantityTypeIdentifierWorkoutEffortScore")

    /// The identifier of basal metabolic rate, a discrete quantity in `kcal/d`. Not part of Apple's API.
    public static let basalMetabolicRate = Self(rawValue: "OpenHealthKitQuantityTypeIdentifierBasalMetabolicRate")

    /// The identifier of total energy burned, a cumulative quantity in `kcal`. Not part of Apple's API.
    public static let totalEnergyBurned = Self(rawValue: "OpenHealthKitQuantityTypeIdentifierTotalEnergyBurned")
}

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

/// The identifier of a characteristic type.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of activity move mode, whose values are those of ``HKActivityMoveMode``. iOS 14.0.
    public static let activityMoveMode = Self(rawValue: "HKCharacteristicTypeIdentifierActivityMoveMode")

    /// The identifier of biological sex, whose values are those of ``HKBiologicalSex``. iOS 8.0.
    public static let biologicalSex = Self(rawValue: "HKCharacteristicTypeIdentifierBiologicalSex")

    /// The identifier of blood type, whose values are those of ``HKBloodType``. iOS 8.0.
    public static let bloodType = Self(rawValue: "HKCharacteristicTypeIdentifierBloodType")

    /// The identifier of date of birth. iOS 8.0.
    public static let dateOfBirth = Self(rawValue: "HKCharacteristicTypeIdentifierDateOfBirth")

    /// The identifier of fitzpatrick skin type, whose values are those of ``HKFitzpatrickSkinType``. iOS 9.0.
    public static let fitzpatrickSkinType = Self(rawValue: "HKCharacteristicTypeIdentifierFitzpatrickSkinType")

    /// The identifier of reference sex, whose values are those of ``HKReferenceSex``. iOS 27.3.
    public static let referenceSex = Self(rawValue: "HKCharacteristicTypeIdentifierReferenceSex")

    /// The identifier of wheelchair use, whose values are those of ``HKWheelchairUse``. iOS 10.0.
    public static let wheelchairUse = Self(rawValue: "HKCharacteristicTypeIdentifierWheelchairUse")
}

/// The identifier of a correlation type.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of blood pressure. iOS 8.0.
    public static let bloodPressure = Self(rawValue: "HKCorrelationTypeIdentifierBloodPressure")

    /// The identifier of food. iOS 8.0.
    public static let food = Self(rawValue: "HKCorrelationTypeIdentifierFood")
}

/// The identifier of a document type.
public struct HKDocumentTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of CDA. iOS 10.0.
    public static let CDA = Self(rawValue: "HKDocumentTypeIdentifierCDA")
}

/// The identifier of a clinical type.
public struct HKClinicalTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of allergy record. iOS 12.0.
    public static let allergyRecord = Self(rawValue: "HKClinicalTypeIdentifierAllergyRecord")

    /// The identifier of clinical note record. iOS 16.4.
    public static let clinicalNoteRecord = Self(rawValue: "HKClinicalTypeIdentifierClinicalNoteRecord")

    /// The identifier of condition record. iOS 12.0.
    public static let conditionRecord = Self(rawValue: "HKClinicalTypeIdentifierConditionRecord")

    /// The identifier of coverage record. iOS 14.0.
    public static let coverageRecord = Self(rawValue: "HKClinicalTypeIdentifierCoverageRecord")

    /// The identifier of immunization record. iOS 12.0.
    public static let immunizationRecord = Self(rawValue: "HKClinicalTypeIdentifierImmunizationRecord")

    /// The identifier of lab result record. iOS 12.0.
    public static let labResultRecord = Self(rawValue: "HKClinicalTypeIdentifierLabResultRecord")

    /// The identifier of medication record. iOS 12.0.
    public static let medicationRecord = Self(rawValue: "HKClinicalTypeIdentifierMedicationRecord")

    /// The identifier of procedure record. iOS 12.0.
    public static let procedureRecord = Self(rawValue: "HKClinicalTypeIdentifierProcedureRecord")

    /// The identifier of vital sign record. iOS 12.0.
    public static let vitalSignRecord = Self(rawValue: "HKClinicalTypeIdentifierVitalSignRecord")
}

/// The identifier of a scored assessment type.
public struct HKScoredAssessmentTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of GAD7. iOS 18.0.
    public static let GAD7 = Self(rawValue: "HKScoredAssessmentTypeIdentifierGAD7")

    /// The identifier of PHQ9. iOS 18.0.
    public static let PHQ9 = Self(rawValue: "HKScoredAssessmentTypeIdentifierPHQ9")
}

/// The identifier of the workout type. iOS 8.0.
public let HKWorkoutTypeIdentifier = "HKWorkoutTypeIdentifier"

/// The identifier of the workout route type. iOS 11.0.
public let HKWorkoutRouteTypeIdentifier = "HKWorkoutRouteTypeIdentifier"

/// The identifier of the heartbeat series type. iOS 13.0.
public let HKDataTypeIdentifierHeartbeatSeries = "HKDataTypeIdentifierHeartbeatSeries"

/// The identifier of the vision prescription type. iOS 16.0.
public let HKVisionPrescriptionTypeIdentifier = "HKVisionPrescriptionTypeIdentifier"

/// The identifier of the state of mind type. iOS 18.0.
public let HKDataTypeIdentifierStateOfMind = "HKDataTypeStateOfMind"

/// The identifier of the medication dose event type. iOS 26.0.
public let HKMedicationDoseEventTypeIdentifierMedicationDoseEvent =
    "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"

/// The identifier of the user annotated medication type. iOS 26.0.
public let HKDataTypeIdentifierUserAnnotatedMedicationConcept = "HKDataTypeUserAnnotatedMedicationConcept"
