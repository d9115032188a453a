// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Zones of the heart rate, and the load of workouts. The guide Insights names the sources of the methods.

/** The shares of the range at which the five zones begin. */
const SHARES = [0.5, 0.6, 0.7, 0.8, 0.9];
/** The number of seconds for which a heart rate counts if no other follows. */
const LONGEST = 60;

/** Returns the estimated maximum heart rate for an age in years: 208 − 0.7 · age (Tanaka, Monahan and Seals 2001). */
export const maximumFor = (age) => 208 - 0.7 * age;

/** Returns the full years between two days, such as "1980-05-17" and "2026-11-24". */
export function yearsBetween(birth, day) {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

/**
 * Returns the zones of a heart: of its reserve above the resting rate (Karvonen, Kentala and Mustala 1957), or of its maximum if
 * the resting rate is unknown.
 * @param {{maximum: number, resting: number=}} heart in beats per minute.
 * @returns {Array<{number: number, low: number, high: number}>} the zones from 0, below the first one, to 5; `high` is excluded.
 */
export function zonesOf({ maximum, resting = 0 }) {
  const bounds = [0, ...SHARES.map((share) => resting + share * (maximum - resting)), Infinity];
  return bounds.slice(0, -1).map((low, number) => ({ number, low, high: bounds[number + 1] }));
}

/**
 * Returns the seconds in each zone. A heart rate counts until the next one, but for no more than a minute, and not in pauses.
 * @param {Array<{time: number, value: number}>} beats heart rates by time.
 * @param {number} end the end of the workout.
 * @param {Array<{start: number, end: number}>} breaks the pauses, which do not overlap.
 */
export function secondsIn(zones, beats, end, breaks = []) {
  const seconds = zones.map(() => 0);
  beats.forEach((beat, index) => {
    const until = Math.min(beats[index + 1]?.time ?? end, beat.time + LONGEST, end);
    const paused = breaks.reduce((sum, span) => sum + Math.max(0, Math.min(until, span.end) - Math.max(beat.time, span.start)), 0);
    const place = zones.findIndex((zone) => beat.value >= zone.low && beat.value < zone.high);
    if (place >= 0) seconds[place] += Math.max(0, until - beat.time - paused);
  });
  return seconds;
}

/**
 * Returns the training impulse of a workout (Banister 1991): its minutes, weighted by the share of the heart-rate reserve.
 * @param {{maximum: number, resting: number, isFemale: boolean}} heart in beats per minute.
 * @param {number} minutes the duration.
 * @param {number} rate the average heart rate in beats per minute.
 */
export function impulse({ maximum, resting, isFemale }, minutes, rate) {
  const share = Math.min(1, Math.max(0, (rate - resting) / (maximum - resting)));
  const [factor, exponent] = isFemale ? [0.86, 1.67] : [0.64, 1.92];
  return minutes * share * factor * Math.exp(exponent * share);
}
