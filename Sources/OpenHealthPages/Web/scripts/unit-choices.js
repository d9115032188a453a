// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { unitsOf } from "./format.js";
import { factsOf, shortName } from "./names.js";

/** The units in which people read and write values, by the unit of the type. Types with other units have only their own unit. */
const ofUnits = {
  kg: ["kg", "lb", "st"], m: ["km", "m", "mi", "yd"], cm: ["cm", "in"], g: ["g", "mg", "mcg"], min: ["min", "hr"],
  L: ["L", "mL"], mL: ["mL", "L", "fl_oz_us", "cup_us"], "m/s": ["m/s", "km/hr", "mi/hr"], kcal: ["kcal", "kJ"], degC: ["degC", "degF"],
  mmHg: ["mmHg", "kPa"], "mg/dL": ["mg/dL", "mmol"],
};

/** The types whose units differ from those of similar types. */
const ofTypes = {
  height: ["cm", "m", "ft", "in"], waistCircumference: ["cm", "in"], distanceSwimming: ["m", "yd", "km"],
  walkingStepLength: ["cm", "m", "in"], runningStrideLength: ["m", "cm", "ft"], sixMinuteWalkTestDistance: ["m", "yd"],
  underwaterDepth: ["m", "ft"], stairAscentSpeed: ["m/s", "ft/s"], stairDescentSpeed: ["m/s", "ft/s"],
  dietaryCarbohydrates: ["g", "oz"], dietaryFatTotal: ["g", "oz"], dietaryFatSaturated: ["g", "oz"], dietaryFatMonounsaturated: ["g", "oz"],
  dietaryFatPolyunsaturated: ["g", "oz"], dietaryFiber: ["g", "oz"], dietaryProtein: ["g", "oz"], dietarySugar: ["g", "oz"],
};

/**
 * Returns the units to choose from for a type, in no particular order, without those for computations only.
 * @param {string} type either name of a type.
 * @returns {string[]} none for a type without a unit.
 */
export function unitChoices(type) {
  const known = unitsOf(type);
  const wanted = ofTypes[shortName(type)] ?? ofUnits[factsOf(type)?.unit] ?? [];
  // The unit of moles contains the molar mass.
  const both = wanted.map((unit) => known.find((one) => one === unit || (unit === "mmol" && one.startsWith("mmol<")))).filter(Boolean);
  return both.length ? both : known.slice(0, 1);
}
