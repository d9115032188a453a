// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { addDays, civil, moment, zone } from "./format.js";
import { t } from "./strings.js";
import { maximumFor, yearsBetween } from "./workout-zones.js";
import { shown } from "./units.js";

/** The ages for which the maximum is estimated. */
const AGES = [10, 100];

/** Returns the average or maximum of a heart rate in days, in beats per minute; undefined without data or permission. */
async function rateOf(type, day, days, option) {
  try {
    const { statistics: [all] } = await get("/v1/statistics", {
      type, from: moment(addDays(day, -days)), to: moment(addDays(day, 1)), options: option, timeZone: zone });
    const found = option === "discreteMax" ? all?.maximum : all?.average;
    return found && (found.unit === "count/s" ? found.value * 60 : found.value);
  } catch (error) {
    if (error.isNotDetermined) return undefined;
    throw error;
  }
}

/**
 * Returns what is known about the person's heart at a moment, in beats per minute: the maximum, from the age or else the highest
 * rate of a year; the resting rate, as the average of 60 days; and the sex.
 * @returns {Promise<{maximum: number=, resting: number=, age: number=, isFemale: boolean, hasSex: boolean}>}
 */
export async function heartOf(time) {
  const day = civil(time);
  const [known, resting] = await Promise.all([get("/v1/characteristics"), rateOf("restingHeartRate", day, 60, "discreteAverage")]);
  const years = /^\d{4}-\d\d-\d\d$/.test(known.dateOfBirth ?? "") ? yearsBetween(known.dateOfBirth, day) : undefined;
  const age = years >= AGES[0] && years <= AGES[1] ? years : undefined;
  const maximum = age === undefined ? await rateOf("heartRate", day, 365, "discreteMax") : maximumFor(age);
  const isPlausible = resting > 0 && resting < maximum - 20;
  return {
    maximum, age, resting: isPlausible ? resting : undefined,
    isFemale: known.biologicalSex === "HKBiologicalSexFemale", hasSex: /(Fem|M)ale$/.test(known.biologicalSex ?? ""),
  };
}

const beats = (value) => shown(Math.round(value), "count/min", "heartRate");

/** Returns the sentence about the zones. */
export const zonesNote = ({ maximum, resting }) => (resting === undefined ? t("workout_zones_maximum", { maximum: beats(maximum) })
  : t("workout_zones_reserve", { maximum: beats(maximum), resting: beats(resting) }));

/** Returns the sentence about the range of the load. */
export const loadNote = ({ maximum, resting }) => t("workout_load_range", { maximum: beats(maximum), resting: beats(resting) });

/** Returns the sentence about the source of the maximum. */
export const maximumNote = ({ age }) => (age === undefined ? t("workout_maximum_measured") : t("workout_maximum_age", { age }));
