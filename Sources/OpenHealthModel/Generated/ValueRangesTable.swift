// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension ValueRanges {
    /// The range of each quantity type.
    static let table: [ValueRange] = [
        ValueRange(
            type: "HKQuantityTypeIdentifierActiveEnergyBurned",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 6000, impossibleAbove: 30000),
        ValueRange(
            type: "HKQuantityTypeIdentifierAppleExerciseTime",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 960, impossibleAbove: 1440),
        ValueRange(
            type: "HKQuantityTypeIdentifierAppleMoveTime",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 960, impossibleAbove: 1440),
        ValueRange(
            type: "HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 100, impossibleAbove: 1000),
        ValueRange(
            type: "HKQuantityTypeIdentifierAppleSleepingWristTemperature",
            impossibleBelow: -10, improbableBelow: nil,
            improbableAbove: 40, impossibleAbove: 45),
        ValueRange(
            type: "HKQuantityTypeIdentifierAppleStandTime",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 960, impossibleAbove: 1440),
        ValueRange(
            type: "HKQuantityTypeIdentifierAppleWalkingSteadiness",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: nil, impossibleAbove: 1),
        ValueRange(
            type: "HKQuantityTypeIdentifierAtrialFibrillationBurden",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: nil, impossibleAbove: 1),
        ValueRange(
            type: "HKQuantityTypeIdentifierBasalBodyTemperature",
            impossibleBelow: 13, improbableBelow: 34,
            improbableAbove: 42, impossibleAbove: 47),
        ValueRange(
            type: "HKQuantityTypeIdentifierBasalEnergyBurned",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 5000, impossibleAbove: 20000),
        ValueRange(
            type: "HKQuantityTypeIdentifierBloodAlcoholContent",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.004, impossibleAbove: 0.02),
        ValueRange(
            type: "HKQuantityTypeIdentifierBloodGlucose",
            impossibleBelow: 0, improbableBelow: 40,
            improbableAbove: 600, impossibleAbove: 3000),
        ValueRange(
            type: "HKQuantityTypeIdentifierBloodPressureDiastolic",
            impossibleBelow: 5, improbableBelow: 30,
            improbableAbove: 150, impossibleAbove: 370),
        ValueRange(
            type: "HKQuantityTypeIdentifierBloodPressureSystolic",
            impossibleBelow: 10, improbableBelow: 60,
            improbableAbove: 250, impossibleAbove: 500),
        ValueRange(
            type: "HKQuantityTypeIdentifierBodyFatPercentage",
            impossibleBelow: 0, improbableBelow: 0.03,
            improbableAbove: 0.65, impossibleAbove: 1),
        ValueRange(
            type: "HKQuantityTypeIdentifierBodyMass",
            impossibleBelow: 0.2, improbableBelow: 20,
            improbableAbove: 300, impossibleAbove: 700),
        ValueRange(
            type: "HKQuantityTypeIdentifierBodyMassIndex",
            impossibleBelow: 3, improbableBelow: 12,
            improbableAbove: 70, impossibleAbove: 250),
        ValueRange(
            type: "HKQuantityTypeIdentifierBodyTemperature",
            impossibleBelow: 13, improbableBelow: 34,
            improbableAbove: 42, impossibleAbove: 47),
        ValueRange(
            type: "HKQuantityTypeIdentifierCrossCountrySkiingSpeed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 12, impossibleAbove: 40),
        ValueRange(
            type: "HKQuantityTypeIdentifierCyclingCadence",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 160, impossibleAbove: 300),
        ValueRange(
            type: "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower",
            impossibleBelow: 0, improbableBelow: 50,
            improbableAbove: 500, impossibleAbove: 700),
        ValueRange(
            type: "HKQuantityTypeIdentifierCyclingPower",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1500, impossibleAbove: 3000),
        ValueRange(
            type: "HKQuantityTypeIdentifierCyclingSpeed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 25, impossibleAbove: 85),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryBiotin",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryCaffeine",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.6, impossibleAbove: 20),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryCalcium",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 15, impossibleAbove: 1000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryCarbohydrates",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 600, impossibleAbove: 5000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryChloride",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 15, impossibleAbove: 1000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryCholesterol",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 3, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryChromium",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryCopper",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryEnergyConsumed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 6000, impossibleAbove: 30000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryFatMonounsaturated",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 250, impossibleAbove: 5000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryFatPolyunsaturated",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 250, impossibleAbove: 5000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryFatSaturated",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 250, impossibleAbove: 5000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryFatTotal",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 600, impossibleAbove: 5000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryFiber",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 250, impossibleAbove: 5000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryFolate",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryIodine",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryIron",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryMagnesium",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 10, impossibleAbove: 500),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryManganese",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryMolybdenum",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryNiacin",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryPantothenicAcid",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryPhosphorus",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 15, impossibleAbove: 1000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryPotassium",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 15, impossibleAbove: 1000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryProtein",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 600, impossibleAbove: 5000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryRiboflavin",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietarySelenium",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietarySodium",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 15, impossibleAbove: 1000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietarySugar",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 600, impossibleAbove: 5000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryThiamin",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryVitaminA",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryVitaminB12",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryVitaminB6",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryVitaminC",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 10, impossibleAbove: 500),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryVitaminD",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryVitaminE",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryVitaminK",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.1, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryWater",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 5000, impossibleAbove: 30000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDietaryZinc",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 150000, impossibleAbove: 600000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDistanceCycling",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 300000, impossibleAbove: 1100000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDistanceDownhillSnowSports",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 150000, impossibleAbove: 600000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDistancePaddleSports",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 150000, impossibleAbove: 600000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDistanceRowing",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 150000, impossibleAbove: 600000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDistanceSkatingSports",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 150000, impossibleAbove: 600000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDistanceSwimming",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 30000, impossibleAbove: 300000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDistanceWalkingRunning",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 100000, impossibleAbove: 350000),
        ValueRange(
            type: "HKQuantityTypeIdentifierDistanceWheelchair",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 100000, impossibleAbove: 350000),
        ValueRange(
            type: "HKQuantityTypeIdentifierElectrodermalActivity",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.0001, impossibleAbove: 0.01),
        ValueRange(
            type: "HKQuantityTypeIdentifierEnvironmentalAudioExposure",
            impossibleBelow: -20, improbableBelow: 0,
            improbableAbove: 140, impossibleAbove: 194),
        ValueRange(
            type: "HKQuantityTypeIdentifierEnvironmentalSoundReduction",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 60, impossibleAbove: 194),
        ValueRange(
            type: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: nil, impossibleAbove: 10),
        ValueRange(
            type: "HKQuantityTypeIdentifierFlightsClimbed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 300, impossibleAbove: 5000),
        ValueRange(
            type: "HKQuantityTypeIdentifierForcedExpiratoryVolume1",
            impossibleBelow: 0, improbableBelow: 0.3,
            improbableAbove: 9, impossibleAbove: 20),
        ValueRange(
            type: "HKQuantityTypeIdentifierForcedVitalCapacity",
            impossibleBelow: 0, improbableBelow: 0.3,
            improbableAbove: 9, impossibleAbove: 20),
        ValueRange(
            type: "HKQuantityTypeIdentifierHeadphoneAudioExposure",
            impossibleBelow: -20, improbableBelow: 0,
            improbableAbove: 140, impossibleAbove: 194),
        ValueRange(
            type: "HKQuantityTypeIdentifierHeartRate",
            impossibleBelow: 0, improbableBelow: 30,
            improbableAbove: 230, impossibleAbove: 480),
        ValueRange(
            type: "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute",
            impossibleBelow: -100, improbableBelow: 0,
            improbableAbove: 100, impossibleAbove: 300),
        ValueRange(
            type: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 300, impossibleAbove: 2000),
        ValueRange(
            type: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 300, impossibleAbove: 2000),
        ValueRange(
            type: "HKQuantityTypeIdentifierHeight",
            impossibleBelow: 0.2, improbableBelow: 1.2,
            improbableAbove: 2.2, impossibleAbove: 2.8),
        ValueRange(
            type: "HKQuantityTypeIdentifierInhalerUsage",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 20, impossibleAbove: 200),
        ValueRange(
            type: "HKQuantityTypeIdentifierInsulinDelivery",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 100, impossibleAbove: 1000),
        ValueRange(
            type: "HKQuantityTypeIdentifierLeanBodyMass",
            impossibleBelow: 0.1, improbableBelow: 15,
            improbableAbove: 150, impossibleAbove: 500),
        ValueRange(
            type: "HKQuantityTypeIdentifierNikeFuel",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 20000, impossibleAbove: 100000),
        ValueRange(
            type: "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 20, impossibleAbove: 100),
        ValueRange(
            type: "HKQuantityTypeIdentifierNumberOfTimesFallen",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 20, impossibleAbove: 500),
        ValueRange(
            type: "HKQuantityTypeIdentifierOxygenSaturation",
            impossibleBelow: 0, improbableBelow: 0.7,
            improbableAbove: nil, impossibleAbove: 1),
        ValueRange(
            type: "HKQuantityTypeIdentifierPaddleSportsSpeed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 12, impossibleAbove: 40),
        ValueRange(
            type: "HKQuantityTypeIdentifierPeakExpiratoryFlowRate",
            impossibleBelow: 0, improbableBelow: 30,
            improbableAbove: 900, impossibleAbove: 2000),
        ValueRange(
            type: "HKQuantityTypeIdentifierPeripheralPerfusionIndex",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 0.2, impossibleAbove: 1),
        ValueRange(
            type: "HKQuantityTypeIdentifierPhysicalEffort",
            impossibleBelow: 0, improbableBelow: 0.5,
            improbableAbove: 20, impossibleAbove: 50),
        ValueRange(
            type: "HKQuantityTypeIdentifierPushCount",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 40000, impossibleAbove: 200000),
        ValueRange(
            type: "HKQuantityTypeIdentifierRespiratoryRate",
            impossibleBelow: 0, improbableBelow: 5,
            improbableAbove: 60, impossibleAbove: 150),
        ValueRange(
            type: "HKQuantityTypeIdentifierRestingHeartRate",
            impossibleBelow: 10, improbableBelow: 30,
            improbableAbove: 130, impossibleAbove: 300),
        ValueRange(
            type: "HKQuantityTypeIdentifierRowingSpeed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 12, impossibleAbove: 40),
        ValueRange(
            type: "HKQuantityTypeIdentifierRunningGroundContactTime",
            impossibleBelow: 0, improbableBelow: 100,
            improbableAbove: 500, impossibleAbove: 2000),
        ValueRange(
            type: "HKQuantityTypeIdentifierRunningPower",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 1500, impossibleAbove: 3000),
        ValueRange(
            type: "HKQuantityTypeIdentifierRunningSpeed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 8, impossibleAbove: 13),
        ValueRange(
            type: "HKQuantityTypeIdentifierRunningStrideLength",
            impossibleBelow: 0, improbableBelow: 0.3,
            improbableAbove: 2.8, impossibleAbove: 4),
        ValueRange(
            type: "HKQuantityTypeIdentifierRunningVerticalOscillation",
            impossibleBelow: 0, improbableBelow: 2,
            improbableAbove: 25, impossibleAbove: 60),
        ValueRange(
            type: "HKQuantityTypeIdentifierSixMinuteWalkTestDistance",
            impossibleBelow: 0, improbableBelow: 20,
            improbableAbove: 900, impossibleAbove: 1500),
        ValueRange(
            type: "HKQuantityTypeIdentifierStairAscentSpeed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 2, impossibleAbove: 6),
        ValueRange(
            type: "HKQuantityTypeIdentifierStairDescentSpeed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 2, impossibleAbove: 6),
        ValueRange(
            type: "HKQuantityTypeIdentifierStepCount",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 60000, impossibleAbove: 300000),
        ValueRange(
            type: "HKQuantityTypeIdentifierSwimmingStrokeCount",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 20000, impossibleAbove: 150000),
        ValueRange(
            type: "HKQuantityTypeIdentifierTimeInDaylight",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 960, impossibleAbove: 1440),
        ValueRange(
            type: "HKQuantityTypeIdentifierUVExposure",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 16, impossibleAbove: 50),
        ValueRange(
            type: "HKQuantityTypeIdentifierUnderwaterDepth",
            impossibleBelow: -2, improbableBelow: nil,
            improbableAbove: 60, impossibleAbove: 350),
        ValueRange(
            type: "HKQuantityTypeIdentifierVO2Max",
            impossibleBelow: 1, improbableBelow: 8,
            improbableAbove: 90, impossibleAbove: 120),
        ValueRange(
            type: "HKQuantityTypeIdentifierWaistCircumference",
            impossibleBelow: 0.1, improbableBelow: 0.4,
            improbableAbove: 1.8, impossibleAbove: 4),
        ValueRange(
            type: "HKQuantityTypeIdentifierWalkingAsymmetryPercentage",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: nil, impossibleAbove: 1),
        ValueRange(
            type: "HKQuantityTypeIdentifierWalkingDoubleSupportPercentage",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: nil, impossibleAbove: 1),
        ValueRange(
            type: "HKQuantityTypeIdentifierWalkingHeartRateAverage",
            impossibleBelow: 20, improbableBelow: 40,
            improbableAbove: 190, impossibleAbove: 350),
        ValueRange(
            type: "HKQuantityTypeIdentifierWalkingSpeed",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 3.5, impossibleAbove: 6),
        ValueRange(
            type: "HKQuantityTypeIdentifierWalkingStepLength",
            impossibleBelow: 0, improbableBelow: 0.1,
            improbableAbove: 1.2, impossibleAbove: 2.5),
        ValueRange(
            type: "HKQuantityTypeIdentifierWaterTemperature",
            impossibleBelow: -3, improbableBelow: 0,
            improbableAbove: 40, impossibleAbove: 60),
        ValueRange(
            type: "HKQuantityTypeIdentifierWorkoutEffortScore",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: nil, impossibleAbove: 10),
        ValueRange(
            type: "OpenHealthKitQuantityTypeIdentifierBasalMetabolicRate",
            impossibleBelow: 0, improbableBelow: 500,
            improbableAbove: 4000, impossibleAbove: 20000),
        ValueRange(
            type: "OpenHealthKitQuantityTypeIdentifierTotalEnergyBurned",
            impossibleBelow: 0, improbableBelow: nil,
            improbableAbove: 10000, impossibleAbove: 40000),
    ]
}
