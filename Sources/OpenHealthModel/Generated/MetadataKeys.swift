// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The metadata key “activity type”, whose value is a raw value of ``HKWorkoutActivityType``. iOS 17.0.
public let HKMetadataKeyActivityType = "HKActivityType"

/// The metadata key “algorithm version”, whose value is a number. iOS 15.0.
public let HKMetadataKeyAlgorithmVersion = "HKAlgorithmVersion"

/// The metadata key “alpine slope grade”, whose value is a quantity compatible with `%`. iOS 11.2.
public let HKMetadataKeyAlpineSlopeGrade = "HKAlpineSlopeGrade"

/// The metadata key “Apple device calibrated”, whose value is true or false. iOS 14.0.
public let HKMetadataKeyAppleDeviceCalibrated = "HKMetadataKeyAppleDeviceCalibrated"

/// The metadata key “Apple ECG algorithm version”, whose value is a raw value of ``HKAppleECGAlgorithmVersion``. iOS
/// 14.0.
public let HKMetadataKeyAppleECGAlgorithmVersion = "HKMetadataKeyAppleECGAlgorithmVersion"

/// The metadata key “Apple fitness plus catalog identifier”, whose value is text. iOS 18.2.
public let HKMetadataKeyAppleFitnessPlusCatalogIdentifier = "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"

/// The metadata key “Apple fitness plus session”, whose value is true or false. iOS 17.0.
public let HKMetadataKeyAppleFitnessPlusSession = "HKMetadataKeyAppleFitnessPlusSession"

/// The metadata key “audio exposure duration”, whose value is a quantity compatible with `s`. iOS 14.2.
public let HKMetadataKeyAudioExposureDuration = "HKMetadataKeyAudioExposureDuration"

/// The metadata key “audio exposure level”, whose value is a quantity compatible with `dBASPL`. iOS 13.0.
public let HKMetadataKeyAudioExposureLevel = "HKMetadataKeyAudioExposureLevel"

/// The metadata key “average METS”, whose value is a quantity compatible with `kcal/(kg*hr)`. iOS 13.0.
public let HKMetadataKeyAverageMETs = "HKAverageMETs"

/// The metadata key “average speed”, whose value is a quantity compatible with `m/s`. iOS 11.2.
public let HKMetadataKeyAverageSpeed = "HKAverageSpeed"

/// The metadata key “barometric pressure”, whose value is a quantity compatible with `Pa`. iOS 14.0.
public let HKMetadataKeyBarometricPressure = "HKMetadataKeyBarometricPressure"

/// The metadata key “blood glucose meal time”, whose value is a raw value of ``HKBloodGlucoseMealTime``. iOS 11.0.
public let HKMetadataKeyBloodGlucoseMealTime = "HKBloodGlucoseMealTime"

/// The metadata key “body temperature sensor location”, whose value is a raw value of
/// ``HKBodyTemperatureSensorLocation``. iOS 8.0.
public let HKMetadataKeyBodyTemperatureSensorLocation = "HKBodyTemperatureSensorLocation"

/// The metadata key “coached workout”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyCoachedWorkout = "HKCoachedWorkout"

/// The metadata key “cross trainer distance”, whose value is a quantity compatible with `m`. iOS 12.0.
public let HKMetadataKeyCrossTrainerDistance = "HKCrossTrainerDistance"

/// The metadata key “cycling functional threshold power test type”, whose value is a raw value of
/// ``HKCyclingFunctionalThresholdPowerTestType``. iOS 17.0.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType = "HKCyclingCyclingFunctionalThresholdPowerTestType"

/// The metadata key “date of earliest data used for estimate”, whose value is a date. iOS 15.0.
public let HKMetadataKeyDateOfEarliestDataUsedForEstimate = "HKDateOfEarliestDataUsedForEstimate"

/// The metadata key “device manufacturer name”, whose value is text. iOS 8.0.
public let HKMetadataKeyDeviceManufacturerName = "HKDeviceManufacturerName"

/// The metadata key “device name”, whose value is text. iOS 8.0.
public let HKMetadataKeyDeviceName = "HKDeviceName"

/// The metadata key “device placement side”, whose value is a raw value of ``HKDevicePlacementSide``. iOS 14.0.
public let HKMetadataKeyDevicePlacementSide = "HKMetadataKeyDevicePlacementSide"

/// The metadata key “device serial number”, whose value is text. iOS 8.0.
public let HKMetadataKeyDeviceSerialNumber = "HKDeviceSerialNumber"

/// The metadata key “digital signature”, whose value is text. iOS 8.0.
public let HKMetadataKeyDigitalSignature = "HKDigitalSignature"

/// The metadata key “elevation ascended”, whose value is a quantity compatible with `m`. iOS 11.2.
public let HKMetadataKeyElevationAscended = "HKElevationAscended"

/// The metadata key “elevation descended”, whose value is a quantity compatible with `m`. iOS 11.2.
public let HKMetadataKeyElevationDescended = "HKElevationDescended"

/// The metadata key “external UUID”, whose value is text. iOS 8.0.
public let HKMetadataKeyExternalUUID = "HKExternalUUID"

/// The metadata key “fitness machine duration”, whose value is a quantity compatible with `s`. iOS 12.0.
public let HKMetadataKeyFitnessMachineDuration = "HKFitnessMachineDuration"

/// The metadata key “food type”, whose value is text. iOS 8.0.
public let HKMetadataKeyFoodType = "HKFoodType"

/// The metadata key “glasses prescription description”, whose value is text. iOS 16.0.
public let HKMetadataKeyGlassesPrescriptionDescription = "HKMetadataKeyGlassesPrescriptionDescription"

/// The metadata key “group fitness”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyGroupFitness = "HKGroupFitness"

/// The metadata key “headphone gain”, whose value is a quantity compatible with `dBASPL`. iOS 16.4.
public let HKMetadataKeyHeadphoneGain = "HKMetadataKeyHeadphoneGain"

/// The metadata key “heart rate event threshold”, whose value is a quantity compatible with `count/min`. iOS 12.2.
public let HKMetadataKeyHeartRateEventThreshold = "HKHeartRateEventThreshold"

/// The metadata key “heart rate motion context”, whose value is a raw value of ``HKHeartRateMotionContext``. iOS 11.0.
public let HKMetadataKeyHeartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"

/// The metadata key “heart rate recovery activity duration”, whose value is a quantity compatible with `s`. iOS 16.0.
public let HKMetadataKeyHeartRateRecoveryActivityDuration = "HKMetadataKeyHeartRateRecoveryActivityDuration"

/// The metadata key “heart rate recovery activity type”, whose value is a raw value of ``HKWorkoutActivityType``. iOS
/// 16.0.
public let HKMetadataKeyHeartRateRecoveryActivityType = "HKMetadataKeyHeartRateRecoveryActivityType"

/// The metadata key “heart rate recovery max observed recovery heart rate”, whose value is a quantity compatible with
/// `count/min`. iOS 16.0.
public let HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate =
    "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"

/// The metadata key “heart rate recovery test type”, whose value is a raw value of ``HKHeartRateRecoveryTestType``. iOS
/// 16.0.
public let HKMetadataKeyHeartRateRecoveryTestType = "HKMetadataKeyHeartRateRecoveryTestType"

/// The metadata key “heart rate sensor location”, whose value is a raw value of ``HKHeartRateSensorLocation``. iOS 8.0.
public let HKMetadataKeyHeartRateSensorLocation = "HKHeartRateSensorLocation"

/// The metadata key “indoor bike distance”, whose value is a quantity compatible with `m`. iOS 12.0.
public let HKMetadataKeyIndoorBikeDistance = "HKIndoorBikeDistance"

/// The metadata key “indoor workout”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyIndoorWorkout = "HKIndoorWorkout"

/// The metadata key “insulin delivery reason”, whose value is a raw value of ``HKInsulinDeliveryReason``. iOS 11.0.
public let HKMetadataKeyInsulinDeliveryReason = "HKInsulinDeliveryReason"

/// The metadata key “lap length”, whose value is a quantity compatible with `m`. iOS 10.0.
public let HKMetadataKeyLapLength = "HKLapLength"

/// The metadata key “low cardio fitness event threshold”, whose value is a quantity compatible with `ml/(kg*min)`. iOS
/// 14.3.
public let HKMetadataKeyLowCardioFitnessEventThreshold = "HKLowCardioFitnessEventThreshold"

/// The metadata key “maximum light intensity”, whose value is a quantity compatible with `lx`. iOS 17.0.
public let HKMetadataKeyMaximumLightIntensity = "HKMetadataKeyMaximumLightIntensity"

/// The metadata key “maximum speed”, whose value is a quantity compatible with `m/s`. iOS 11.2.
public let HKMetadataKeyMaximumSpeed = "HKMaximumSpeed"

/// The metadata key “menstrual cycle start”, whose value is true or false. iOS 9.0.
public let HKMetadataKeyMenstrualCycleStart = "HKMenstrualCycleStart"

/// The metadata key “physical effort estimation type”, whose value is a raw value of
/// ``HKPhysicalEffortEstimationType``. iOS 17.0.
public let HKMetadataKeyPhysicalEffortEstimationType = "HKPhysicalEffortEstimationType"

/// The metadata key “quantity clamped to lower bound”, whose value is true or false. iOS 16.0.
public let HKMetadataKeyQuantityClampedToLowerBound = "HKMetadataKeyQuantityClampedToLowerBound"

/// The metadata key “quantity clamped to upper bound”, whose value is true or false. iOS 16.0.
public let HKMetadataKeyQuantityClampedToUpperBound = "HKMetadataKeyQuantityClampedToUpperBound"

/// The metadata key “reference range lower limit”, whose value is a number. iOS 8.0.
public let HKMetadataKeyReferenceRangeLowerLimit = "HKReferenceRangeLowerLimit"

/// The metadata key “reference range upper limit”, whose value is a number. iOS 8.0.
public let HKMetadataKeyReferenceRangeUpperLimit = "HKReferenceRangeUpperLimit"

/// The metadata key “SWOLF score”, whose value is a number. iOS 16.0.
public let HKMetadataKeySWOLFScore = "HKSWOLFScore"

/// The metadata key “session estimate”, whose value is a quantity that fits the sample's type. iOS 16.0.
public let HKMetadataKeySessionEstimate = "HKMetadataKeySessionEstimate"

/// The metadata key “sexual activity protection used”, whose value is true or false. iOS 9.0.
public let HKMetadataKeySexualActivityProtectionUsed = "HKSexualActivityProtectionUsed"

/// The metadata key “swimming location type”, whose value is a raw value of ``HKWorkoutSwimmingLocationType``. iOS
/// 10.0.
public let HKMetadataKeySwimmingLocationType = "HKSwimmingLocationType"

/// The metadata key “swimming stroke style”, whose value is a raw value of ``HKSwimmingStrokeStyle``. iOS 10.0.
public let HKMetadataKeySwimmingStrokeStyle = "HKSwimmingStrokeStyle"

/// The metadata key “sync identifier”, whose value is text. iOS 11.0.
public let HKMetadataKeySyncIdentifier = "HKMetadataKeySyncIdentifier"

/// The metadata key “sync version”, whose value is a number. iOS 11.0.
public let HKMetadataKeySyncVersion = "HKMetadataKeySyncVersion"

/// The metadata key “time zone”, whose value is text. iOS 8.0.
public let HKMetadataKeyTimeZone = "HKTimeZone"

/// The metadata key “UDI device identifier”, whose value is text. iOS 8.0.
public let HKMetadataKeyUDIDeviceIdentifier = "HKUDIDeviceIdentifier"

/// The metadata key “UDI production identifier”, whose value is text. iOS 8.0.
public let HKMetadataKeyUDIProductionIdentifier = "HKUDIProductionIdentifier"

/// The metadata key “user motion context”, whose value is a raw value of ``HKUserMotionContext``. iOS 16.0.
public let HKMetadataKeyUserMotionContext = "HKMetadataKeyUserMotionContext"

/// The metadata key “VO2 max test type”, whose value is a raw value of ``HKVO2MaxTestType``. iOS 11.0.
public let HKMetadataKeyVO2MaxTestType = "HKVO2MaxTestType"

/// The metadata key “VO2 max value”, whose value is a quantity compatible with `ml/(kg*min)`. iOS 14.3.
public let HKMetadataKeyVO2MaxValue = "HKVO2MaxValue"

/// The metadata key “was taken in lab”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyWasTakenInLab = "HKWasTakenInLab"

/// The metadata key “was user entered”, whose value is true or false. iOS 8.0.
public let HKMetadataKeyWasUserEntered = "HKWasUserEntered"

/// The metadata key “water salinity”, whose value is a raw value of ``HKWaterSalinity``. iOS 17.0.
public let HKMetadataKeyWaterSalinity = "HKMetadataKeyWaterSalinity"

/// The metadata key “weather condition”, whose value is a raw value of ``HKWeatherCondition``. iOS 10.0.
public let HKMetadataKeyWeatherCondition = "HKWeatherCondition"

/// The metadata key “weather humidity”, whose value is a quantity compatible with `%`. iOS 10.0.
public let HKMetadataKeyWeatherHumidity = "HKWeatherHumidity"

/// The metadata key “weather temperature”, whose value is a quantity compatible with `degC`. iOS 10.0.
public let HKMetadataKeyWeatherTemperature = "HKWeatherTemperature"

/// The metadata key “workout brand name”, whose value is text. iOS 8.0.
public let HKMetadataKeyWorkoutBrandName = "HKWorkoutBrandName"
