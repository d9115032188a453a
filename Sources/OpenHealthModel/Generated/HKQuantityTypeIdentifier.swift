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
