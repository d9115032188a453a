// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { convert } from "./format.js";
import { factsOf, shortName } from "./names.js";

/**
 * Between which values most entries lie, in the unit that the type has in types.js. What lies outside may be right: people get a
 * hint that they might have typed something else, and nothing is refused.
 */
const usual = {
  bodyMass: [2, 350], leanBodyMass: [2, 200], bodyMassIndex: [8, 80], bodyFatPercentage: [0.02, 0.7], height: [0.4, 2.4],
  waistCircumference: [0.3, 2.2], heartRate: [25, 240], restingHeartRate: [25, 140], heartRateVariabilitySDNN: [2, 400],
  bloodPressureSystolic: [50, 260], bloodPressureDiastolic: [25, 160], bodyTemperature: [33, 43], basalBodyTemperature: [33, 43],
  oxygenSaturation: [0.5, 1], respiratoryRate: [4, 70], bloodGlucose: [20, 700], bloodAlcoholContent: [0, 0.006], vo2Max: [8, 100],
  stepCount: [1, 100000], flightsClimbed: [1, 500], pushCount: [1, 50000], numberOfTimesFallen: [0, 50], inhalerUsage: [1, 50],
  distanceWalkingRunning: [1, 200000], distanceCycling: [1, 500000], distanceSwimming: [1, 50000], distanceWheelchair: [1, 200000],
  activeEnergyBurned: [1, 12000], basalEnergyBurned: [1, 6000], dietaryEnergyConsumed: [1, 12000], dietaryWater: [1, 10000],
  insulinDelivery: [0.01, 200], peakExpiratoryFlowRate: [30, 1000], forcedVitalCapacity: [0.3, 10], forcedExpiratoryVolume1: [0.3, 8],
  numberOfAlcoholicBeverages: [0.1, 50], uvExposure: [0, 20], electrodermalActivity: [0, 0.0001], peripheralPerfusionIndex: [0, 0.3],
  walkingSpeed: [0.1, 5], runningSpeed: [0.5, 12], cyclingSpeed: [0.5, 35], dietaryCaffeine: [0.001, 2], dietarySugar: [0.01, 500],
  dietaryProtein: [0.01, 500], dietaryCarbohydrates: [0.01, 1000], dietaryFatTotal: [0.01, 500],
};

/** Values below zero mean something for temperatures alone. */
const canBeNegative = (name) => factsOf(name)?.unit === "degC";

/**
 * Whether a value is far from what most people enter.
 * @param {string} type the type.
 * @param {number} value the value as the daemon has it: 0.97 for 97 %.
 * @param {string} unit its unit.
 * @returns {"low"|"high"|null} null where nothing is unusual.
 */
export function unusual(type, value, unit) {
  const name = shortName(type);
  const inOwn = convert(value, unit, factsOf(name)?.unit, name) ?? value;
  const [low, high] = usual[name] ?? [canBeNegative(name) ? -Infinity : 0, factsOf(name)?.unit === "%" ? 1 : Infinity];
  return inOwn < low ? "low" : inOwn > high ? "high" : null;
}
