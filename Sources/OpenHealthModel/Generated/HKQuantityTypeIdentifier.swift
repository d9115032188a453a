// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The identifier of a quantity type.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Makes an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier of active energy burned, a cumulative quantity in `kcal`. iOS 8.0.
    public static let activeEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierActiveEnergyBurned")

    /// The identifier of Apple exercise time, a cumulative quantity in `min`. iOS 9.3.
    public static let appleExerciseTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleExerciseTime")

    /// The identifier of Apple move time, a cumulative quantity in `min`. iOS 14.5.
    public static let appleMoveTime = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierAppleMoveTime")

    /// The identifier of Apple sleeping breathing disturbances, a discrete quantity in `count`. iOS 18.0.
    public static let appleSleepingBreathingDisturbances = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances")

    /// The identifier of Apple sleeping wrist temperature, a discrete quantity in `degC`. iOS 16.0.
    public static let appleSleepingWristTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleSleepingWristTemperature")

    /// The identifier of Apple stand time, a cumulative quantity in `min`. iOS 13.0.
    public static let appleStandTime = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierAppleStandTime")

    /// The identifier of Apple walking steadiness, a discrete quantity in `%`. iOS 15.0.
    public static let appleWalkingSteadiness = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleWalkingSteadiness")

    /// The identifier of atrial fibrillation burden, a discrete, temporally weighted quantity in `%`. iOS 16.0.
    public static let atrialFibrillationBurden = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAtrialFibrillationBurden")

    /// The identifier of basal body temperature, a discrete quantity in `degC`. iOS 9.0.
    public static let basalBodyTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBasalBodyTemperature")

    /// The identifier of basal energy burned, a cumulative quantity in `kcal`. iOS 8.0.
    public static let basalEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBasalEnergyBurned")

    /// The identifier of blood alcohol content, a discrete quantity in `%`. iOS 8.0.
    public static let bloodAlcoholContent = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodAlcoholContent")

    /// The identifier of blood glucose, a discrete quantity in `mg/dL`. iOS 8.0.
    public static let bloodGlucose = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierBloodGlucose")

    /// The identifier of blood pressure diastolic, a discrete quantity in `mmHg`. iOS 8.0.
    public static let bloodPressureDiastolic = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodPressureDiastolic")

    /// The identifier of blood pressure systolic, a discrete quantity in `mmHg`. iOS 8.0.
    public static let bloodPressureSystolic = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodPressureSystolic")

    /// The identifier of body fat percentage, a discrete quantity in `%`. iOS 8.0.
    public static let bodyFatPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyFatPercentage")

    /// The identifier of body mass, a discrete quantity in `kg`. iOS 8.0.
    public static let bodyMass = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierBodyMass")

    /// The identifier of body mass index, a discrete quantity in `count`. iOS 8.0.
    public static let bodyMassIndex = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierBodyMassIndex")

    /// The identifier of body temperature, a discrete quantity in `degC`. iOS 8.0.
    public static let bodyTemperature = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierBodyTemperature")

    /// The identifier of cross country skiing speed, a discrete quantity in `m/s`. iOS 18.0.
    public static let crossCountrySkiingSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCrossCountrySkiingSpeed")

    /// The identifier of cycling cadence, a discrete, temporally weighted quantity in `count/min`. iOS 17.0.
    public static let cyclingCadence = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierCyclingCadence")

    /// The identifier of cycling functional threshold power, a discrete quantity in `W`. iOS 17.0.
    public static let cyclingFunctionalThresholdPower = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower")

    /// The identifier of cycling power, a discrete, temporally weighted quantity in `W`. iOS 17.0.
    public static let cyclingPower = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierCyclingPower")

    /// The identifier of cycling speed, a discrete, temporally weighted quantity in `m/s`. iOS 17.0.
    public static let cyclingSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierCyclingSpeed")

    /// The identifier of dietary biotin, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryBiotin = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryBiotin")

    /// The identifier of dietary caffeine, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCaffeine = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryCaffeine")

    /// The identifier of dietary calcium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCalcium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryCalcium")

    /// The identifier of dietary carbohydrates, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCarbohydrates = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCarbohydrates")

    /// The identifier of dietary chloride, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryChloride = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryChloride")

    /// The identifier of dietary cholesterol, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCholesterol = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCholesterol")

    /// The identifier of dietary chromium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryChromium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryChromium")

    /// The identifier of dietary copper, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryCopper = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryCopper")

    /// The identifier of dietary energy consumed, a cumulative quantity in `kcal`. iOS 8.0.
    public static let dietaryEnergyConsumed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryEnergyConsumed")

    /// The identifier of dietary fat monounsaturated, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFatMonounsaturated = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatMonounsaturated")

    /// The identifier of dietary fat polyunsaturated, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFatPolyunsaturated = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatPolyunsaturated")

    /// The identifier of dietary fat saturated, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFatSaturated = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryFatSaturated")

    /// The identifier of dietary fat total, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFatTotal = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryFatTotal")

    /// The identifier of dietary fiber, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFiber = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryFiber")

    /// The identifier of dietary folate, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryFolate = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryFolate")

    /// The identifier of dietary iodine, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryIodine = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryIodine")

    /// The identifier of dietary iron, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryIron = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryIron")

    /// The identifier of dietary magnesium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryMagnesium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryMagnesium")

    /// The identifier of dietary manganese, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryManganese = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryManganese")

    /// The identifier of dietary molybdenum, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryMolybdenum = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryMolybdenum")

    /// The identifier of dietary niacin, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryNiacin = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryNiacin")

    /// The identifier of dietary pantothenic acid, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryPantothenicAcid = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryPantothenicAcid")

    /// The identifier of dietary phosphorus, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryPhosphorus = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryPhosphorus")

    /// The identifier of dietary potassium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryPotassium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryPotassium")

    /// The identifier of dietary protein, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryProtein = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryProtein")

    /// The identifier of dietary riboflavin, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryRiboflavin = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryRiboflavin")

    /// The identifier of dietary selenium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietarySelenium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietarySelenium")

    /// The identifier of dietary sodium, a cumulative quantity in `g`. iOS 8.0.
    public static let dietarySodium = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietarySodium")

    /// The identifier of dietary sugar, a cumulative quantity in `g`. iOS 8.0.
    public static let dietarySugar = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietarySugar")

    /// The identifier of dietary thiamin, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryThiamin = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryThiamin")

    /// The identifier of dietary vitamin A, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminA = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminA")

    /// The identifier of dietary vitamin b12, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminB12 = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryVitaminB12")

    /// The identifier of dietary vitamin b6, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminB6 = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminB6")

    /// The identifier of dietary vitamin C, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminC = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminC")

    /// The identifier of dietary vitamin D, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminD = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminD")

    /// The identifier of dietary vitamin E, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminE = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminE")

    /// The identifier of dietary vitamin K, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryVitaminK = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryVitaminK")

    /// The identifier of dietary water, a cumulative quantity in `mL`. iOS 9.0.
    public static let dietaryWater = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryWater")

    /// The identifier of dietary zinc, a cumulative quantity in `g`. iOS 8.0.
    public static let dietaryZinc = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDietaryZinc")

    /// The identifier of distance cross country skiing, a cumulative quantity in `m`. iOS 18.0.
    public static let distanceCrossCountrySkiing = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing")

    /// The identifier of distance cycling, a cumulative quantity in `m`. iOS 8.0.
    public static let distanceCycling = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDistanceCycling")

    /// The identifier of distance downhill snow sports, a cumulative quantity in `m`. iOS 11.2.
    public static let distanceDownhillSnowSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceDownhillSnowSports")

    /// The identifier of distance paddle sports, a cumulative quantity in `m`. iOS 18.0.
    public static let distancePaddleSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistancePaddleSports")

    /// The identifier of distance rowing, a cumulative quantity in `m`. iOS 18.0.
    public static let distanceRowing = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDistanceRowing")

    /// The identifier of distance skating sports, a cumulative quantity in `m`. iOS 18.0.
    public static let distanceSkatingSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceSkatingSports")

    /// The identifier of distance swimming, a cumulative quantity in `m`. iOS 10.0.
    public static let distanceSwimming = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierDistanceSwimming")

    /// The identifier of distance walking running, a cumulative quantity in `m`. iOS 8.0.
    public static let distanceWalkingRunning = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWalkingRunning")

    /// The identifier of distance wheelchair, a cumulative quantity in `m`. iOS 10.0.
    public static let distanceWheelchair = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWheelchair")

    /// The identifier of electrodermal activity, a discrete quantity in `S`. iOS 8.0.
    public static let electrodermalActivity = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierElectrodermalActivity")

    /// The identifier of environmental audio exposure, a discrete, energy-averaged quantity in `dBASPL`. iOS 13.0.
    public static let environmentalAudioExposure = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEnvironmentalAudioExposure")

    /// The identifier of environmental sound reduction, a discrete, energy-averaged quantity in `dBASPL`. iOS 16.0.
    public static let environmentalSoundReduction = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEnvironmentalSoundReduction")

    /// The identifier of estimated workout effort score, a discrete quantity in `appleEffortScore`. iOS 18.0.
    public static let estimatedWorkoutEffortScore = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore")

    /// The identifier of flights climbed, a cumulative quantity in `count`. iOS 8.0.
    public static let flightsClimbed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierFlightsClimbed")

    /// The identifier of forced expiratory volume 1, a discrete quantity in `L`. iOS 8.0.
    public static let forcedExpiratoryVolume1 = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierForcedExpiratoryVolume1")

    /// The identifier of forced vital capacity, a discrete quantity in `L`. iOS 8.0.
    public static let forcedVitalCapacity = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierForcedVitalCapacity")

    /// The identifier of headphone audio exposure, a discrete, energy-averaged quantity in `dBASPL`. iOS 13.0.
    public static let headphoneAudioExposure = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeadphoneAudioExposure")

    /// The identifier of heart rate, a discrete, temporally weighted quantity in `count/min`. iOS 8.0.
    public static let heartRate = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierHeartRate")

    /// The identifier of heart rate recovery one minute, a discrete quantity in `count/min`. iOS 16.0.
    public static let heartRateRecoveryOneMinute = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute")

    /// The identifier of heart rate variability RMSSD, a discrete quantity in `ms`. iOS 27.0.
    public static let heartRateVariabilityRMSSD = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD")

    /// The identifier of heart rate variability SDNN, a discrete quantity in `ms`. iOS 11.0.
    public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN")

    /// The identifier of height, a discrete quantity in `m`. iOS 8.0.
    public static let height = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierHeight")

    /// The identifier of inhaler usage, a cumulative quantity in `count`. iOS 8.0.
    public static let inhalerUsage = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierInhalerUsage")

    /// The identifier of insulin delivery, a cumulative quantity in `IU`. iOS 11.0.
    public static let insulinDelivery = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierInsulinDelivery")

    /// The identifier of lean body mass, a discrete quantity in `kg`. iOS 8.0.
    public static let leanBodyMass = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierLeanBodyMass")

    /// The identifier of Nike fuel, a cumulative quantity in `count`. iOS 8.0.
    public static let nikeFuel = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierNikeFuel")

    /// The identifier of number of alcoholic beverages, a cumulative quantity in `count`. iOS 15.0.
    public static let numberOfAlcoholicBeverages = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages")

    /// The identifier of number of times fallen, a cumulative quantity in `count`. iOS 8.0.
    public static let numberOfTimesFallen = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierNumberOfTimesFallen")

    /// The identifier of oxygen saturation, a discrete quantity in `%`. iOS 8.0.
    public static let oxygenSaturation = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierOxygenSaturation")

    /// The identifier of paddle sports speed, a discrete quantity in `m/s`. iOS 18.0.
    public static let paddleSportsSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPaddleSportsSpeed")

    /// The identifier of peak expiratory flow rate, a discrete quantity in `L/min`. iOS 8.0.
    public static let peakExpiratoryFlowRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPeakExpiratoryFlowRate")

    /// The identifier of peripheral perfusion index, a discrete quantity in `%`. iOS 8.0.
    public static let peripheralPerfusionIndex = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPeripheralPerfusionIndex")

    /// The identifier of physical effort, a discrete quantity in `kcal/(kg*hr)`. iOS 17.0.
    public static let physicalEffort = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierPhysicalEffort")

    /// The identifier of push count, a cumulative quantity in `count`. iOS 10.0.
    public static let pushCount = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierPushCount")

    /// The identifier of respiratory rate, a discrete quantity in `count/min`. iOS 8.0.
    public static let respiratoryRate = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRespiratoryRate")

    /// The identifier of resting heart rate, a discrete, temporally weighted quantity in `count/min`. iOS 11.0.
    public static let restingHeartRate = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRestingHeartRate")

    /// The identifier of rowing speed, a discrete quantity in `m/s`. iOS 18.0.
    public static let rowingSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRowingSpeed")

    /// The identifier of running ground contact time, a discrete quantity in `ms`. iOS 16.0.
    public static let runningGroundContactTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningGroundContactTime")

    /// The identifier of running power, a discrete quantity in `W`. iOS 16.0.
    public static let runningPower = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRunningPower")

    /// The identifier of running speed, a discrete quantity in `m/s`. iOS 16.0.
    public static let runningSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRunningSpeed")

    /// The identifier of running stride length, a discrete quantity in `m`. iOS 16.0.
    public static let runningStrideLength = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningStrideLength")

    /// The identifier of running vertical oscillation, a discrete quantity in `cm`. iOS 16.0.
    public static let runningVerticalOscillation = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningVerticalOscillation")

    /// The identifier of six minute walk test distance, a discrete quantity in `m`. iOS 14.0.
    public static let sixMinuteWalkTestDistance = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierSixMinuteWalkTestDistance")

    /// The identifier of stair ascent speed, a discrete quantity in `m/s`. iOS 14.0.
    public static let stairAscentSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierStairAscentSpeed")

    /// The identifier of stair descent speed, a discrete quantity in `m/s`. iOS 14.0.
    public static let stairDescentSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierStairDescentSpeed")

    /// The identifier of step count, a cumulative quantity in `count`. iOS 8.0.
    public static let stepCount = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierStepCount")

    /// The identifier of swimming stroke count, a cumulative quantity in `count`. iOS 10.0.
    public static let swimmingStrokeCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierSwimmingStrokeCount")

    /// The identifier of time in daylight, a cumulative quantity in `min`. iOS 17.0.
    public static let timeInDaylight = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierTimeInDaylight")

    /// The identifier of UV exposure, a discrete quantity in `count`. iOS 9.0.
    public static let uvExposure = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierUVExposure")

    /// The identifier of underwater depth, a discrete quantity in `m`. iOS 16.0.
    public static let underwaterDepth = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierUnderwaterDepth")

    /// The identifier of VO2 max, a discrete quantity in `ml/(kg*min)`. iOS 11.0.
    public static let vo2Max = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierVO2Max")

    /// The identifier of waist circumference, a discrete quantity in `m`. iOS 11.0.
    public static let waistCircumference = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWaistCircumference")

    /// The identifier of walking asymmetry percentage, a discrete quantity in `%`. iOS 14.0.
    public static let walkingAsymmetryPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingAsymmetryPercentage")

    /// The identifier of walking double support percentage, a discrete quantity in `%`. iOS 14.0.
    public static let walkingDoubleSupportPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingDoubleSupportPercentage")

    /// The identifier of walking heart rate average, a discrete, temporally weighted quantity in `count/min`. iOS 11.0.
    public static let walkingHeartRateAverage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingHeartRateAverage")

    /// The identifier of walking speed, a discrete quantity in `m/s`. iOS 14.0.
    public static let walkingSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierWalkingSpeed")

    /// The identifier of walking step length, a discrete quantity in `m`. iOS 14.0.
    public static let walkingStepLength = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingStepLength")

    /// The identifier of water temperature, a discrete quantity in `degC`. iOS 16.0.
    public static let waterTemperature = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierWaterTemperature")

    /// The identifier of workout effort score, a discrete quantity in `appleEffortScore`. iOS 18.0.
    public static let workoutEffortScore = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWorkoutEffortScore")

    /// The identifier of basal metabolic rate, a discrete quantity in `kcal/d`. Not part of Apple's API.
    public static let basalMetabolicRate = HKQuantityTypeIdentifier(
        rawValue: "OpenHealthKitQuantityTypeIdentifierBasalMetabolicRate")

    /// The identifier of total energy burned, a cumulative quantity in `kcal`. Not part of Apple's API.
    public static let totalEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "OpenHealthKitQuantityTypeIdentifierTotalEnergyBurned")
}
