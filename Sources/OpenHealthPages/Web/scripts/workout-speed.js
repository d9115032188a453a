// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { convert, number, quantity } from "./format.js";
import { chosenUnit, unitFor } from "./units.js";

// Speeds, distances and heights of workouts, in the units that belong together: a person who reads miles reads miles an hour and feet.

const usesMiles = () => unitFor("distanceWalkingRunning") === "mi";

/** Returns the unit of speeds: the chosen one, or that of the person's distances. */
const speedUnit = () => chosenUnit("walkingSpeed") ?? (usesMiles() ? "mi/hr" : "km/hr");

/** Returns a speed in m/s as a number in the displayed unit. */
export const speedNumber = (speed) => convert(speed, "m/s", speedUnit(), "walkingSpeed") ?? speed;

/** Formats a speed in m/s. */
export const speedText = (speed) => quantity(speedNumber(speed), speedUnit(), "walkingSpeed");

/** Formats a number that is a speed in the displayed unit, for an axis. */
export const speedAxis = (value) => quantity(value, speedUnit(), "walkingSpeed", Number.isInteger(value) ? 0 : 1);

/** The unit of distances on an axis, with its length in metres. */
export const distanceScale = () => (usesMiles() ? { unit: "mi", metres: 1609.344 } : { unit: "km", metres: 1000 });

/** The unit of heights on an axis, with its length in metres. */
export const heightScale = () => (usesMiles() ? { unit: "ft", metres: 0.3048 } : { unit: "m", metres: 1 });

/** Formats a number in the unit of a scale, for an axis. */
export const scaleText = (value, { unit }) => quantity(value, unit, undefined, Number.isInteger(value) ? 0 : number(value, 1) === number(value, 2) ? 1 : 2);
