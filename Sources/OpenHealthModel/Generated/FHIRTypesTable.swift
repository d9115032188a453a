// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension FHIRTypes {
    /// The FHIR coding of each quantity and category type, and of blood pressure.
    package static let table: [FHIRType] = [
        FHIRType(
            identifier: "HKQuantityTypeIdentifierActiveEnergyBurned",
            display: "Active energy burned",
            category: "activity", unit: "kcal", ucum: "kcal",
            loinc: [
                ("41981-2", "Calories burned")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierAppleExerciseTime",
            display: "Apple exercise time",
            category: "activity", unit: "min", ucum: "min",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierAppleMoveTime",
            display: "Apple move time",
            category: "activity", unit: "min", ucum: "min",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances",
            display: "Apple sleeping breathing disturbances",
            category: "exam", unit: "count", ucum: "{count}",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierAppleSleepingWristTemperature",
            display: "Apple sleeping wrist temperature",
            category: "vital-signs", unit: "degC", ucum: "Cel",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierAppleStandTime",
            display: "Apple stand time",
            category: "activity", unit: "min", ucum: "min",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierAppleWalkingSteadiness",
            display: "Apple walking steadiness",
            category: "activity", unit: "%", ucum: "%",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierAtrialFibrillationBurden",
            display: "Atrial fibrillation burden",
            category: "exam", unit: "%", ucum: "%",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBasalBodyTemperature",
            display: "Basal body temperature",
            category: "vital-signs", unit: "degC", ucum: "Cel",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBasalEnergyBurned",
            display: "Basal energy burned",
            category: "activity", unit: "kcal", ucum: "kcal",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBloodAlcoholContent",
            display: "Blood alcohol content",
            category: "laboratory", unit: "%", ucum: "%",
            loinc: [
                ("74859-0", "Ethanol [Mass/volume] in Blood Estimated from serum or plasma level")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBloodGlucose",
            display: "Blood glucose",
            category: "laboratory", unit: "mg/dL", ucum: "mg/dL",
            loinc: [
                ("2339-0", "Glucose [Mass/volume] in Blood")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBloodPressureDiastolic",
            display: "Blood pressure diastolic",
            category: "vital-signs", unit: "mmHg", ucum: "mm[Hg]",
            loinc: [
                ("8462-4", "Diastolic blood pressure")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBloodPressureSystolic",
            display: "Blood pressure systolic",
            category: "vital-signs", unit: "mmHg", ucum: "mm[Hg]",
            loinc: [
                ("8480-6", "Systolic blood pressure")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBodyFatPercentage",
            display: "Body fat percentage",
            category: "exam", unit: "%", ucum: "%",
            loinc: [
                ("41982-0", "Percentage of body fat Measured")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBodyMass",
            display: "Body mass",
            category: "vital-signs", unit: "kg", ucum: "kg",
            loinc: [
                ("29463-7", "Body weight")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBodyMassIndex",
            display: "Body mass index",
            category: "vital-signs", unit: "count", ucum: "kg/m2",
            loinc: [
                ("39156-5", "Body mass index (BMI) [Ratio]")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierBodyTemperature",
            display: "Body temperature",
            category: "vital-signs", unit: "degC", ucum: "Cel",
            loinc: [
                ("8310-5", "Body temperature")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierCrossCountrySkiingSpeed",
            display: "Cross country skiing speed",
            category: "activity", unit: "m/s", ucum: "m/s",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierCyclingCadence",
            display: "Cycling cadence",
            category: "activity", unit: "count/min", ucum: "/min",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower",
            display: "Cycling functional threshold power",
            category: "activity", unit: "W", ucum: "W",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierCyclingPower",
            display: "Cycling power",
            category: "activity", unit: "W", ucum: "W",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierCyclingSpeed",
            display: "Cycling speed",
            category: "activity", unit: "m/s", ucum: "m/s",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryBiotin",
            display: "Dietary biotin",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryCaffeine",
            display: "Dietary caffeine",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryCalcium",
            display: "Dietary calcium",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryCarbohydrates",
            display: "Dietary carbohydrates",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryChloride",
            display: "Dietary chloride",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryCholesterol",
            display: "Dietary cholesterol",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryChromium",
            display: "Dietary chromium",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryCopper",
            display: "Dietary copper",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryEnergyConsumed",
            display: "Dietary energy consumed",
            category: "social-history", unit: "kcal", ucum: "kcal",
            loinc: [
                ("9052-2", "Calorie intake total")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryFatMonounsaturated",
            display: "Dietary fat monounsaturated",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryFatPolyunsaturated",
            display: "Dietary fat polyunsaturated",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryFatSaturated",
            display: "Dietary fat saturated",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryFatTotal",
            display: "Dietary fat total",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryFiber",
            display: "Dietary fiber",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryFolate",
            display: "Dietary folate",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryIodine",
            display: "Dietary iodine",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryIron",
            display: "Dietary iron",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryMagnesium",
            display: "Dietary magnesium",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryManganese",
            display: "Dietary manganese",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryMolybdenum",
            display: "Dietary molybdenum",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryNiacin",
            display: "Dietary niacin",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryPantothenicAcid",
            display: "Dietary pantothenic acid",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryPhosphorus",
            display: "Dietary phosphorus",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryPotassium",
            display: "Dietary potassium",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryProtein",
            display: "Dietary protein",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryRiboflavin",
            display: "Dietary riboflavin",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietarySelenium",
            display: "Dietary selenium",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietarySodium",
            display: "Dietary sodium",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietarySugar",
            display: "Dietary sugar",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryThiamin",
            display: "Dietary thiamin",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryVitaminA",
            display: "Dietary vitamin A",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryVitaminB12",
            display: "Dietary vitamin b12",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryVitaminB6",
            display: "Dietary vitamin b6",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryVitaminC",
            display: "Dietary vitamin C",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryVitaminD",
            display: "Dietary vitamin D",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryVitaminE",
            display: "Dietary vitamin E",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryVitaminK",
            display: "Dietary vitamin K",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryWater",
            display: "Dietary water",
            category: "social-history", unit: "mL", ucum: "mL",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDietaryZinc",
            display: "Dietary zinc",
            category: "social-history", unit: "g", ucum: "g",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing",
            display: "Distance cross country skiing",
            category: "activity", unit: "m", ucum: "m",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDistanceCycling",
            display: "Distance cycling",
            category: "activity", unit: "m", ucum: "m",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDistanceDownhillSnowSports",
            display: "Distance downhill snow sports",
            category: "activity", unit: "m", ucum: "m",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDistancePaddleSports",
            display: "Distance paddle sports",
            category: "activity", unit: "m", ucum: "m",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDistanceRowing",
            display: "Distance rowing",
            category: "activity", unit: "m", ucum: "m",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDistanceSkatingSports",
            display: "Distance skating sports",
            category: "activity", unit: "m", ucum: "m",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDistanceSwimming",
            display: "Distance swimming",
            category: "activity", unit: "m", ucum: "m",
            loinc: [
                ("93816-7", "Swimming distance unspecified time")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDistanceWalkingRunning",
            display: "Distance walking running",
            category: "activity", unit: "m", ucum: "m",
            loinc: [
                ("55430-3", "Walking distance unspecified time Pedometer")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierDistanceWheelchair",
            display: "Distance wheelchair",
            category: "activity", unit: "m", ucum: "m",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierElectrodermalActivity",
            display: "Electrodermal activity",
            category: "exam", unit: "S", ucum: "S",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierEnvironmentalAudioExposure",
            display: "Environmental audio exposure",
            category: "social-history", unit: "dBASPL", ucum: "dB[SPL]",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierEnvironmentalSoundReduction",
            display: "Environmental sound reduction",
            category: "social-history", unit: "dBASPL", ucum: "dB[SPL]",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore",
            display: "Estimated workout effort score",
            category: "activity", unit: "appleEffortScore", ucum: "{score}",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierFlightsClimbed",
            display: "Flights climbed",
            category: "activity", unit: "count", ucum: "{count}",
            loinc: [
                ("100304-5", "Flights climbed [#] Reporting Period")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierForcedExpiratoryVolume1",
            display: "Forced expiratory volume 1",
            category: "exam", unit: "L", ucum: "L",
            loinc: [
                ("20150-9", "FEV1")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierForcedVitalCapacity",
            display: "Forced vital capacity",
            category: "exam", unit: "L", ucum: "L",
            loinc: [
                ("19870-5", "Forced vital capacity [Volume] Respiratory system")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierHeadphoneAudioExposure",
            display: "Headphone audio exposure",
            category: "social-history", unit: "dBASPL", ucum: "dB[SPL]",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierHeartRate",
            display: "Heart rate",
            category: "vital-signs", unit: "count/min", ucum: "/min",
            loinc: [
                ("8867-4", "Heart rate")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute",
            display: "Heart rate recovery one minute",
            category: "vital-signs", unit: "count/min", ucum: "/min",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD",
            display: "Heart rate variability RMSSD",
            category: "vital-signs", unit: "ms", ucum: "ms",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN",
            display: "Heart rate variability SDNN",
            category: "vital-signs", unit: "ms", ucum: "ms",
            loinc: [
                ("80404-7", "R-R interval.standard deviation (Heart rate variability)")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierHeight",
            display: "Height",
            category: "vital-signs", unit: "cm", ucum: "cm",
            loinc: [
                ("8302-2", "Body height")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierInhalerUsage",
            display: "Inhaler usage",
            category: "therapy", unit: "count", ucum: "{count}",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierInsulinDelivery",
            display: "Insulin delivery",
            category: "therapy", unit: "IU", ucum: "[IU]",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierLeanBodyMass",
            display: "Lean body mass",
            category: "exam", unit: "kg", ucum: "kg",
            loinc: [
                ("91557-9", "Lean body weight")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierNikeFuel",
            display: "Nike fuel",
            category: "activity", unit: "count", ucum: "{count}",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages",
            display: "Number of alcoholic beverages",
            category: "social-history", unit: "count", ucum: "{count}",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierNumberOfTimesFallen",
            display: "Number of times fallen",
            category: "activity", unit: "count", ucum: "{count}",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierOxygenSaturation",
            display: "Oxygen saturation",
            category: "vital-signs", unit: "%", ucum: "%",
            loinc: [
                ("2708-6", "Oxygen saturation in Arterial blood"),
                ("59408-5", "Oxygen saturation in Arterial blood by Pulse oximetry"),
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierPaddleSportsSpeed",
            display: "Paddle sports speed",
            category: "activity", unit: "m/s", ucum: "m/s",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierPeakExpiratoryFlowRate",
            display: "Peak expiratory flow rate",
            category: "exam", unit: "L/min", ucum: "L/min",
            loinc: [
                ("19935-6", "Maximum expiratory gas flow Respiratory system airway by Peak flow meter")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierPeripheralPerfusionIndex",
            display: "Peripheral perfusion index",
            category: "vital-signs", unit: "%", ucum: "%",
            loinc: [
                ("61006-3", "Perfusion index Tissue by Pulse oximetry")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierPhysicalEffort",
            display: "Physical effort",
            category: "activity", unit: "kcal/(kg*hr)", ucum: "kcal/h/kg",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierPushCount",
            display: "Push count",
            category: "activity", unit: "count", ucum: "{count}",
            loinc: [
                ("96502-0", "Number of wheelchair pushes per time period")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierRespiratoryRate",
            display: "Respiratory rate",
            category: "vital-signs", unit: "count/min", ucum: "/min",
            loinc: [
                ("9279-1", "Respiratory rate")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierRestingHeartRate",
            display: "Resting heart rate",
            category: "vital-signs", unit: "count/min", ucum: "/min",
            loinc: [
                ("40443-4", "Heart rate --resting")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierRowingSpeed",
            display: "Rowing speed",
            category: "activity", unit: "m/s", ucum: "m/s",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierRunningGroundContactTime",
            display: "Running ground contact time",
            category: "activity", unit: "ms", ucum: "ms",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierRunningPower",
            display: "Running power",
            category: "activity", unit: "W", ucum: "W",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierRunningSpeed",
            display: "Running speed",
            category: "activity", unit: "m/s", ucum: "m/s",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierRunningStrideLength",
            display: "Running stride length",
            category: "activity", unit: "m", ucum: "m",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierRunningVerticalOscillation",
            display: "Running vertical oscillation",
            category: "activity", unit: "cm", ucum: "cm",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierSixMinuteWalkTestDistance",
            display: "Six minute walk test distance",
            category: "activity", unit: "m", ucum: "m",
            loinc: [
                ("64098-7", "Six minute walk test")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierStairAscentSpeed",
            display: "Stair ascent speed",
            category: "activity", unit: "m/s", ucum: "m/s",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierStairDescentSpeed",
            display: "Stair descent speed",
            category: "activity", unit: "m/s", ucum: "m/s",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierStepCount",
            display: "Step count",
            category: "activity", unit: "count", ucum: "{count}",
            loinc: [
                ("55423-8", "Number of steps in unspecified time Pedometer")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierSwimmingStrokeCount",
            display: "Swimming stroke count",
            category: "activity", unit: "count", ucum: "{count}",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierTimeInDaylight",
            display: "Time in daylight",
            category: "social-history", unit: "min", ucum: "min",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierUVExposure",
            display: "UV exposure",
            category: "social-history", unit: "count", ucum: "{count}",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierUnderwaterDepth",
            display: "Underwater depth",
            category: "activity", unit: "m", ucum: "m",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierVO2Max",
            display: "VO2 max",
            category: "exam", unit: "ml/(kg*min)", ucum: "mL/min/kg",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierWaistCircumference",
            display: "Waist circumference",
            category: "exam", unit: "cm", ucum: "cm",
            loinc: [
                ("8280-0", "Waist Circumference at umbilicus by Tape measure")
            ]),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierWalkingAsymmetryPercentage",
            display: "Walking asymmetry percentage",
            category: "activity", unit: "%", ucum: "%",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierWalkingDoubleSupportPercentage",
            display: "Walking double support percentage",
            category: "activity", unit: "%", ucum: "%",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierWalkingHeartRateAverage",
            display: "Walking heart rate average",
            category: "vital-signs", unit: "count/min", ucum: "/min",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierWalkingSpeed",
            display: "Walking speed",
            category: "activity", unit: "m/s", ucum: "m/s",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierWalkingStepLength",
            display: "Walking step length",
            category: "activity", unit: "cm", ucum: "cm",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierWaterTemperature",
            display: "Water temperature",
            category: "social-history", unit: "degC", ucum: "Cel",
            loinc: []),
        FHIRType(
            identifier: "HKQuantityTypeIdentifierWorkoutEffortScore",
            display: "Workout effort score",
            category: "activity", unit: "appleEffortScore", ucum: "{score}",
            loinc: []),
        FHIRType(
            identifier: "OpenHealthKitQuantityTypeIdentifierBasalMetabolicRate",
            display: "Basal metabolic rate",
            category: "activity", unit: "kcal/d", ucum: "kcal/d",
            loinc: []),
        FHIRType(
            identifier: "OpenHealthKitQuantityTypeIdentifierTotalEnergyBurned",
            display: "Total energy burned",
            category: "activity", unit: "kcal", ucum: "kcal",
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierAbdominalCramps",
            display: "Abdominal cramps",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierAcne",
            display: "Acne",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierAppetiteChanges",
            display: "Appetite changes",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierAppleStandHour",
            display: "Apple stand hour",
            category: "activity", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent",
            display: "Apple walking steadiness event",
            category: "activity", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierBladderIncontinence",
            display: "Bladder incontinence",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierBleedingAfterMenopause",
            display: "Bleeding after menopause",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierBleedingAfterPregnancy",
            display: "Bleeding after pregnancy",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierBleedingDuringPregnancy",
            display: "Bleeding during pregnancy",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierBloating",
            display: "Bloating",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierBreastPain",
            display: "Breast pain",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierCervicalMucusQuality",
            display: "Cervical mucus quality",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierChestTightnessOrPain",
            display: "Chest tightness or pain",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierChills",
            display: "Chills",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierConstipation",
            display: "Constipation",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierContraceptive",
            display: "Contraceptive",
            category: "social-history", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierCoughing",
            display: "Coughing",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierDiarrhea",
            display: "Diarrhea",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierDizziness",
            display: "Dizziness",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierDrySkin",
            display: "Dry skin",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierAudioExposureEvent",
            display: "Environmental audio exposure event",
            category: "social-history", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierFainting",
            display: "Fainting",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierFatigue",
            display: "Fatigue",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierFever",
            display: "Fever",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierGeneralizedBodyAche",
            display: "Generalized body ache",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierHairLoss",
            display: "Hair loss",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierHandwashingEvent",
            display: "Handwashing event",
            category: "activity", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierHeadache",
            display: "Headache",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent",
            display: "Headphone audio exposure event",
            category: "social-history", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierHeartburn",
            display: "Heartburn",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierHighHeartRateEvent",
            display: "High heart rate event",
            category: "exam", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierHotFlashes",
            display: "Hot flashes",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierHypertensionEvent",
            display: "Hypertension event",
            category: "exam", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierInfrequentMenstrualCycles",
            display: "Infrequent menstrual cycles",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierIntermenstrualBleeding",
            display: "Intermenstrual bleeding",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierIrregularHeartRhythmEvent",
            display: "Irregular heart rhythm event",
            category: "exam", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierIrregularMenstrualCycles",
            display: "Irregular menstrual cycles",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierLactation",
            display: "Lactation",
            category: "social-history", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierLossOfSmell",
            display: "Loss of smell",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierLossOfTaste",
            display: "Loss of taste",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierLowCardioFitnessEvent",
            display: "Low cardio fitness event",
            category: "exam", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierLowHeartRateEvent",
            display: "Low heart rate event",
            category: "exam", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierLowerBackPain",
            display: "Lower back pain",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierMemoryLapse",
            display: "Memory lapse",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierMenopausalState",
            display: "Menopausal state",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierMenstrualFlow",
            display: "Menstrual flow",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierMindfulSession",
            display: "Mindful session",
            category: "activity", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierMoodChanges",
            display: "Mood changes",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierNausea",
            display: "Nausea",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierNightSweats",
            display: "Night sweats",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierOvulationTestResult",
            display: "Ovulation test result",
            category: "laboratory", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierPelvicPain",
            display: "Pelvic pain",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierPersistentIntermenstrualBleeding",
            display: "Persistent intermenstrual bleeding",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierPregnancy",
            display: "Pregnancy",
            category: "social-history", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierPregnancyTestResult",
            display: "Pregnancy test result",
            category: "laboratory", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierProgesteroneTestResult",
            display: "Progesterone test result",
            category: "laboratory", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierProlongedMenstrualPeriods",
            display: "Prolonged menstrual periods",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat",
            display: "Rapid pounding or fluttering heartbeat",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierRunnyNose",
            display: "Runny nose",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierSexualActivity",
            display: "Sexual activity",
            category: "social-history", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierShortnessOfBreath",
            display: "Shortness of breath",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierSinusCongestion",
            display: "Sinus congestion",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierSkippedHeartbeat",
            display: "Skipped heartbeat",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierSleepAnalysis",
            display: "Sleep analysis",
            category: "activity", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierSleepApneaEvent",
            display: "Sleep apnea event",
            category: "exam", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierSleepChanges",
            display: "Sleep changes",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierSoreThroat",
            display: "Sore throat",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierToothbrushingEvent",
            display: "Toothbrushing event",
            category: "activity", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierVaginalDryness",
            display: "Vaginal dryness",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierVomiting",
            display: "Vomiting",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCategoryTypeIdentifierWheezing",
            display: "Wheezing",
            category: "survey", unit: nil, ucum: nil,
            loinc: []),
        FHIRType(
            identifier: "HKCorrelationTypeIdentifierBloodPressure",
            display: "Blood pressure",
            category: "vital-signs", unit: nil, ucum: nil,
            loinc: [
                ("85354-9", "Blood pressure panel with all children optional")
            ]),
    ]
}
