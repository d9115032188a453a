// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The metadata key “activity type”, whose value is a raw value of ``HKWorkoutActivityType``. iOS 17.0.
public let HKMetadataKeyActivityType: String = "HKActivityType"

/// The metadata key “algorithm version”, whose value is a number. iOS 15.0.
public let HKMetadataKeyAlgorithmVersion: String = "HKAlgorithmVersion"

/// The metadata key “alpine slope grade”, whose value is a quantity compatible with `%`. iOS 11.2.
public let HKMetadataKeyAlpineSlopeGrade: String = "HKAlpineSlopeGrade"

/// The metadata key “Apple device calibrated”, whose value is true or false. iOS 14.0.
public let HKMetadataKeyAppleDeviceCalibrated: String = "HKMetadataKeyAppleDeviceCalibrated"

/// The metadata key “Apple ECG algorithm version”, whose value is a raw value of ``HKAppleECGAlgorithmVersion``. iOS
/// 14.0.
public let HKMetadataKeyAppleECGAlgorithmVersion: String = "HKMetadataKeyAppleECGAlgorithmVersion"

/// The metadata key “Apple fitness plus catalog identifier”, whose value is text. iOS 18.2.
public let HKMetadataKeyAppleFitnessPlusCatalogIdentifier: String = "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"

/// The metadata key “Apple fitness plus session”, whose value is true or false. iOS 17.0.
public let HKMetadataKeyAppleFitnessPlusSession: String = "HKMetadataKeyAppleFitnessPlusSession"

/// The metadata key “audio exposure duration”, whose value is a quantity compatible with `s`. iOS 14.2.
public let HKMetadataKeyAudioExposureDuration: String = "HKMetadataKeyAudioExposureDuration"

/// The metadata key “audio exposure level”, whose value is a quantity compatible with `dBASPL`. iOS 13.0.
public let HKMetadataKeyAudioExposureLevel: String = "HKMetadataKeyAudioExposureLevel"

/// The metadata key “average METS”, whose value is a quantity compatible with `kcal/(kg*hr)`. iOS 13.0.
public let HKMetadataKeyAverageMETs: String = "HKAverageMETs"

/// The metadata key “average speed”, whose value is a quantity compatible with `m/s`. iOS 11.2.
public let HKMetadataKeyAverageSpeed: String = "HKAverageSpeed"

/// The metadata key “barometric pressure”, whose value is a quantity compatible with `Pa`. iOS 14.0.
public let HKMetadataKeyBarometricPressure: String = "HKMetadataKeyBarometricPressure"

/// The metadata key “blood glucose meal time”, whose value is a raw value of ``HKBloodGlucoseMealTime``. iOS 11.0.
public let HKMetadataKeyBloodGlucoseMealTime: String = "HKBloodGlucoseMealTime"

/// The metadata key “body temperature sensor location”, whose value is a raw value of
/// ``HKBodyTemperatureSensorLocation``. iOS 8.0.
public let HKMetadataKeyBodyTemperatureSensorLocation: String = "HKBodyTemperatureSensorLocation"

/// The metadata key “coached workout”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyCoachedWorkout: String = "HKCoachedWorkout"

/// The metadata key “cross trainer distance”, whose value is a quantity compatible with `m`. iOS 12.0.
public let HKMetadataKeyCrossTrainerDistance: String = "HKCrossTrainerDistance"

/// The metadata key “cycling functional threshold power test type”, whose value is a raw value of
/// ``HKCyclingFunctionalThresholdPowerTestType``. iOS 17.0.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType: String =
    "HKCyclingCyclingFunctionalThresholdPowerTestType"

/// The metadata key “date of earliest data used for estimate”, whose value is a date. iOS 15.0.
public let HKMetadataKeyDateOfEarliestDataUsedForEstimate: String = "HKDateOfEarliestDataUsedForEstimate"

/// The metadata key “device manufacturer name”, whose value is text. iOS 8.0.
public let HKMetadataKeyDeviceManufacturerName: String = "HKDeviceManufacturerName"

/// The metadata key “device name”, whose value is text. iOS 8.0.
public let HKMetadataKeyDeviceName: String = "HKDeviceName"

/// The metadata key “device placement side”, whose value is a raw value of ``HKDevicePlacementSide``. iOS 14.0.
public let HKMetadataKeyDevicePlacementSide: String = "HKMetadataKeyDevicePlacementSide"

/// The metadata key “device serial number”, whose value is text. iOS 8.0.
public let HKMetadataKeyDeviceSerialNumber: String = "HKDeviceSerialNumber"

/// The metadata key “digital signature”, whose value is text. iOS 8.0.
public let HKMetadataKeyDigitalSignature: String = "HKDigitalSignature"

/// The metadata key “elevation ascended”, whose value is a quantity compatible with `m`. iOS 11.2.
public let HKMetadataKeyElevationAscended: String = "HKElevationAscended"

/// The metadata key “elevation descended”, whose value is a quantity compatible with `m`. iOS 11.2.
public let HKMetadataKeyElevationDescended: String = "HKElevationDescended"

/// The metadata key “external UUID”, whose value is text. iOS 8.0.
public let HKMetadataKeyExternalUUID: String = "HKExternalUUID"

/// The metadata key “fitness machine duration”, whose value is a quantity compatible with `s`. iOS 12.0.
public let HKMetadataKeyFitnessMachineDuration: String = "HKFitnessMachineDuration"

/// The metadata key “food type”, whose value is text. iOS 8.0.
public let HKMetadataKeyFoodType: String = "HKFoodType"

/// The metadata key “glasses prescription description”, whose value is text. iOS 16.0.
public let HKMetadataKeyGlassesPrescriptionDescription: String = "HKMetadataKeyGlassesPrescriptionDescription"

/// The metadata key “group fitness”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyGroupFitness: String = "HKGroupFitness"

/// The metadata key “headphone gain”, whose value is a quantity compatible with `dBASPL`. iOS 16.4.
public let HKMetadataKeyHeadphoneGain: String = "HKMetadataKeyHeadphoneGain"

/// The metadata key “heart rate event threshold”, whose value is a quantity compatible with `count/min`. iOS 12.2.
public let HKMetadataKeyHeartRateEventThreshold: String = "HKHeartRateEventThreshold"

/// The metadata key “heart rate motion context”, whose value is a raw value of ``HKHeartRateMotionContext``. iOS 11.0.
public let HKMetadataKeyHeartRateMotionContext: String = "HKMetadataKeyHeartRateMotionContext"

/// The metadata key “heart rate recovery activity duration”, whose value is a quantity compatible with `s`. iOS 16.0.
public let HKMetadataKeyHeartRateRecoveryActivityDuration: String = "HKMetadataKeyHeartRateRecoveryActivityDuration"

/// The metadata key “heart rate recovery activity type”, whose value is a raw value of ``HKWorkoutActivityType``. iOS
/// 16.0.
public let HKMetadataKeyHeartRateRecoveryActivityType: String = "HKMetadataKeyHeartRateRecoveryActivityType"

/// The metadata key “heart rate recovery max observed recovery heart rate”, whose value is a quantity compatible with
/// `count/min`. iOS 16.0.
public let HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate: String =
    "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"

/// The metadata key “heart rate recovery test type”, whose value is a raw value of ``HKHeartRateRecoveryTestType``. iOS
/// 16.0.
public let HKMetadataKeyHeartRateRecoveryTestType: String = "HKMetadataKeyHeartRateRecoveryTestType"

/// The metadata key “heart rate sensor location”, whose value is a raw value of ``HKHeartRateSensorLocation``. iOS 8.0.
public let HKMetadataKeyHeartRateSensorLocation: String = "HKHeartRateSensorLocation"

/// The metadata key “indoor bike distance”, whose value is a quantity compatible with `m`. iOS 12.0.
public let HKMetadataKeyIndoorBikeDistance: String = "HKIndoorBikeDistance"

/// The metadata key “indoor workout”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyIndoorWorkout: String = "HKIndoorWorkout"

/// The metadata key “insulin delivery reason”, whose value is a raw value of ``HKInsulinDeliveryReason``. iOS 11.0.
public let HKMetadataKeyInsulinDeliveryReason: String = "HKInsulinDeliveryReason"

/// The metadata key “lap length”, whose value is a quantity compatible with `m`. iOS 10.0.
public let HKMetadataKeyLapLength: String = "HKLapLength"

/// The metadata key “low cardio fitness event threshold”, whose value is a quantity compatible with `ml/(kg*min)`. iOS
/// 14.3.
public let HKMetadataKeyLowCardioFitnessEventThreshold: String = "HKLowCardioFitnessEventThreshold"

/// The metadata key “maximum light intensity”, whose value is a quantity compatible with `lx`. iOS 17.0.
public let HKMetadataKeyMaximumLightIntensity: String = "HKMetadataKeyMaximumLightIntensity"

/// The metadata key “maximum speed”, whose value is a quantity compatible with `m/s`. iOS 11.2.
public let HKMetadataKeyMaximumSpeed: String = "HKMaximumSpeed"

/// The metadata key “menstrual cycle start”, whose value is true or false. iOS 9.0.
public let HKMetadataKeyMenstrualCycleStart: String = "HKMenstrualCycleStart"

/// The metadata key “physical effort estimation type”, whose value is a raw value of
/// ``HKPhysicalEffortEstimationType``. iOS 17.0.
public let HKMetadataKeyPhysicalEffortEstimationType: String = "HKPhysicalEffortEstimationType"

/// The metadata key “quantity clamped to lower bound”, whose value is true or false. iOS 16.0.
public let HKMetadataKeyQuantityClampedToLowerBound: String = "HKMetadataKeyQuantityClampedToLowerBound"

/// The metadata key “quantity clamped to upper bound”, whose value is true or false. iOS 16.0.
public let HKMetadataKeyQuantityClampedToUpperBound: String = "HKMetadataKeyQuantityClampedToUpperBound"

/// The metadata key “reference range lower limit”, whose value is a number. iOS 8.0.
public let HKMetadataKeyReferenceRangeLowerLimit: String = "HKReferenceRangeLowerLimit"

/// The metadata key “reference range upper limit”, whose value is a number. iOS 8.0.
public let HKMetadataKeyReferenceRangeUpperLimit: String = "HKReferenceRangeUpperLimit"

/// The metadata key “SWOLF score”, whose value is a number. iOS 16.0.
public let HKMetadataKeySWOLFScore: String = "HKSWOLFScore"

/// The metadata key “session estimate”, whose value is a quantity that fits the sample's type. iOS 16.0.
public let HKMetadataKeySessionEstimate: String = "HKMetadataKeySessionEstimate"

/// The metadata key “sexual activity protection used”, whose value is true or false. iOS 9.0.
public let HKMetadataKeySexualActivityProtectionUsed: String = "HKSexualActivityProtectionUsed"

/// The metadata key “swimming location type”, whose value is a raw value of ``HKWorkoutSwimmingLocationType``. iOS
/// 10.0.
public let HKMetadataKeySwimmingLocationType: String = "HKSwimmingLocationType"

/// The metadata key “swimming stroke style”, whose value is a raw value of ``HKSwimmingStrokeStyle``. iOS 10.0.
public let HKMetadataKeySwimmingStrokeStyle: String = "HKSwimmingStrokeStyle"

/// The metadata key “sync identifier”, whose value is text. iOS 11.0.
public let HKMetadataKeySyncIdentifier: String = "HKMetadataKeySyncIdentifier"

/// The metadata key “sync version”, whose value is a number. iOS 11.0.
public let HKMetadataKeySyncVersion: String = "HKMetadataKeySyncVersion"

/// The metadata key “time zone”, whose value is text. iOS 8.0.
public let HKMetadataKeyTimeZone: String = "HKTimeZone"

/// The metadata key “UDI device identifier”, whose value is text. iOS 8.0.
public let HKMetadataKeyUDIDeviceIdentifier: String = "HKUDIDeviceIdentifier"

/// The metadata key “UDI production identifier”, whose value is text. iOS 8.0.
public let HKMetadataKeyUDIProductionIdentifier: String = "HKUDIProductionIdentifier"

/// The metadata key “user motion context”, whose value is a raw value of ``HKUserMotionContext``. iOS 16.0.
public let HKMetadataKeyUserMotionContext: String = "HKMetadataKeyUserMotionContext"

/// The metadata key “VO2 max test type”, whose value is a raw value of ``HKVO2MaxTestType``. iOS 11.0.
public let HKMetadataKeyVO2MaxTestType: String = "HKVO2MaxTestType"

/// The metadata key “VO2 max value”, whose value is a quantity compatible with `ml/(kg*min)`. iOS 14.3.
public let HKMetadataKeyVO2MaxValue: String = "HKVO2MaxValue"

/// The metadata key “was taken in lab”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyWasTakenInLab: String = "HKWasTakenInLab"

/// The metadata key “was user entered”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyWasUserEntered: String = "HKWasUserEntered"

/// The metadata key “water salinity”, whose value is a raw value of ``HKWaterSalinity``. iOS 17.0.
public let HKMetadataKeyWaterSalinity: String = "HKMetadataKeyWaterSalinity"

/// The metadata key “weather condition”, whose value is a raw value of ``HKWeatherCondition``. iOS 10.0.
public let HKMetadataKeyWeatherCondition: String = "HKWeatherCondition"

/// The metadata key “weather humidity”, whose value is a quantity compatible with `%`. iOS 10.0.
public let HKMetadataKeyWeatherHumidity: String = "HKWeatherHumidity"

/// The metadata key “weather temperature”, whose value is a quantity compatible with `degC`. iOS 10.0.
public let HKMetadataKeyWeatherTemperature: String = "HKWeatherTemperature"

/// The metadata key “workout brand name”, whose value is text. iOS 8.0.
public let HKMetadataKeyWorkoutBrandName: String = "HKWorkoutBrandName"
