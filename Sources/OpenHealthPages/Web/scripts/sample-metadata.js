// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { enums } from "./enums.js";
import { activityName, enumValueName, metadataName } from "./value-names.js";
import { date, number, quantity } from "./format.js";
import { inUnit, shown, unitFor } from "./units.js";

/** The enumerations of the numbers under some keys. */
const meanings = {
  HKMetadataKeyHeartRateMotionContext: "HKHeartRateMotionContext", HKMetadataKeyUserMotionContext: "HKUserMotionContext",
  HKSwimmingLocationType: "HKWorkoutSwimmingLocationType", HKSwimmingStrokeStyle: "HKSwimmingStrokeStyle",
  HKWeatherCondition: "HKWeatherCondition", HKBloodGlucoseMealTime: "HKBloodGlucoseMealTime",
  HKBodyTemperatureSensorLocation: "HKBodyTemperatureSensorLocation", HKHeartRateSensorLocation: "HKHeartRateSensorLocation",
  HKInsulinDeliveryReason: "HKInsulinDeliveryReason", HKVO2MaxTestType: "HKVO2MaxTestType",
  HKMetadataKeyWaterSalinity: "HKWaterSalinity", HKPhysicalEffortEstimationType: "HKPhysicalEffortEstimationType",
  HKMetadataKeyDevicePlacementSide: "HKDevicePlacementSide",
  HKMetadataKeyHeartRateRecoveryTestType: "HKHeartRateRecoveryTestType",
  HKCyclingCyclingFunctionalThresholdPowerTestType: "HKCyclingFunctionalThresholdPowerTestType",
  HKMetadataKeyAppleECGAlgorithmVersion: "HKAppleECGAlgorithmVersion",
};
const activities = new Set(["HKActivityType", "HKMetadataKeyHeartRateRecoveryActivityType"]);
/** The keys with Boolean values, which some apps write as 1 and 0. */
const switches = new Set([
  "HKWasUserEntered", "HKIndoorWorkout", "HKCoachedWorkout", "HKGroupFitness", "HKWasTakenInLab", "HKSexualActivityProtectionUsed",
  "HKMenstrualCycleStart", "HKMetadataKeyAppleDeviceCalibrated", "HKMetadataKeyAppleFitnessPlusSession",
  "HKMetadataKeyQuantityClampedToLowerBound", "HKMetadataKeyQuantityClampedToUpperBound",
]);
/** The types whose units apply to the values of a key. */
const alike = {
  HKAverageSpeed: "walkingSpeed", HKMaximumSpeed: "walkingSpeed", HKWeatherTemperature: "bodyTemperature",
  HKHeartRateEventThreshold: "heartRate", HKFitnessMachineDuration: "appleExerciseTime",
  HKIndoorBikeDistance: "distanceCycling", HKCrossTrainerDistance: "distanceWalkingRunning",
};

/** The types whose units are needed to show metadata. */
export const metadataTypes = [...new Set([...Object.values(alike), "distanceWalkingRunning"])];

/** Returns the metadata of a sample in readable form: [{key, name, text}], by name. */
export const metadataTexts = (metadata = {}) =>
  Object.entries(metadata).map(([key, value]) => ({ key, name: metadataName(key), text: metadataText(key, value) }))
    .sort((first, second) => first.name.localeCompare(second.name));

/** Returns a value of metadata in readable form. */
export function metadataText(key, value) {
  if (typeof value === "boolean" || (switches.has(key) && (value === 0 || value === 1))) {
    return metadataName(value ? "true" : "false");
  }
  if (typeof value === "string") return value;
  if (typeof value === "number") return numberText(key, value);
  if ("date" in value) return date(value.date, "minute");
  if ("unit" in value) return quantityText(key, value);
  if ("number" in value) return String(value.number);
  return Object.values(value).join(", ");
}

function numberText(key, value) {
  if (activities.has(key)) return activityName(enums.HKWorkoutActivityType?.[value] ?? value);
  return key in meanings ? enumValueName(meanings[key], value) : number(value, 3);
}

function quantityText(key, { value, unit }) {
  // Apple's apps write humidity as a percentage or its hundredfold; HealthKit defines it as a fraction of one.
  if (key === "HKWeatherHumidity") return quantity(value > 150 ? value / 10000 : value > 1.5 ? value / 100 : value, "%");
  if (key === "HKElevationAscended" || key === "HKElevationDescended") return heightText(value, unit);
  return key in alike ? shown(value, unit, alike[key], key === "HKWeatherTemperature" ? 0 : undefined) : quantity(value, unit, undefined, 2);
}

const metres = { m: 1, cm: 0.01, mm: 0.001, km: 1000, ft: 0.3048, in: 0.0254, yd: 0.9144, mi: 1609.344 };

/** Formats a difference in height, in metres or feet like the person's distances. */
export function heightText(value, unit) {
  if (!(unit in metres)) return quantity(value, unit);
  const inMetres = value * metres[unit];
  return unitFor("distanceWalkingRunning") === "mi" ? quantity(inMetres / 0.3048, "ft", undefined, 0) : quantity(inMetres, "m", undefined, 0);
}

/** Formats a distance in metres as kilometres or miles like the person's distances. */
export function distanceText(distance, digits) {
  const there = inUnit(distance, "m", "distanceWalkingRunning");
  return quantity(there.value, there.unit, "distanceWalkingRunning", digits);
}

/** Returns a length in metres. */
export const inMetres = ({ value, unit }) => value * (metres[unit] ?? 1);

