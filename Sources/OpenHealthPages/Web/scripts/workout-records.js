// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { duration, number } from "./format.js";
import { t } from "./strings.js";
import { shown, unitFor } from "./units.js";
import { workoutDistance, workoutFigures } from "./sample-text.js";
import { distanceText, heightText, inMetres } from "./sample-metadata.js";
import { impulse } from "./workout-zones.js";
import { clockText, paceText } from "./workout-splits.js";
import { splitStep } from "./workout-route.js";

/** The distances of the records of speed by the type of the distance, in metres. */
const DISTANCES = {
  distanceCycling: [5000, 10000, 20000, 40000, 100000, 160000],
  distanceSwimming: [100, 200, 400, 1000, 1500, 3000],
  distanceDownhillSnowSports: [],
};
const USUAL = [1000, 5000, 10000, 21097.5, 42195];
const MILES = [1609.344, 5000, 10000, 21097.5, 42195];

const isUsable = (value) => Number.isFinite(value) && value > 0;

/** Returns workouts by activity, the most frequent first: {activity, workouts}. */
export function groupsOf(workouts) {
  const groups = new Map();
  for (const workout of workouts) groups.set(workout.activityType, [...groups.get(workout.activityType) ?? [], workout]);
  return [...groups].map(([activity, some]) => ({ activity, workouts: some })).sort((first, second) => second.workouts.length - first.workouts.length);
}

/**
 * Returns the records of the workouts of one activity. Of equal ones, the first counts.
 * @returns {Array<{name: string, text: string, note: string=, workout: Object}>}
 */
export function recordsOf({ workouts }) {
  const all = workouts.map((workout) => {
    const distance = workoutDistance(workout);
    return { workout, metres: distance && inMetres(distance), type: distance?.type, seconds: workout.duration,
      energy: workoutFigures(workout, "activeEnergyBurned").sum ?? workout.totalEnergyBurned, climbed: workout.metadata?.HKElevationAscended };
  });
  const metresUp = (one) => one.climbed && one.climbed.unit && inMetres(one.climbed);
  return [
    best(all, (one) => one.seconds, t("workout_record_longest"), (value) => duration(value, { exact: value < 3600 })),
    best(all, (one) => one.metres, t("workout_record_farthest"), (value) => distanceText(value)),
    ...distancesOf(all).map((distance) => fastest(all, distance)),
    best(all, (one) => one.energy?.value, t("workout_record_energy"), (value, one) => shown(value, one.energy.unit, "activeEnergyBurned")),
    best(all, metresUp, t("workout_record_climbed"), (value) => heightText(value, "m")),
  ].filter(Boolean);
}

function best(all, figure, name, format) {
  let found;
  for (const one of all) if (isUsable(figure(one)) && !(figure(found ?? one) >= figure(one) && found)) found = one;
  return found && { name, text: format(figure(found), found), workout: found.workout };
}

/** Returns the distances of the records of speed for the most frequent type of distance. */
function distancesOf(all) {
  const types = all.filter((one) => isUsable(one.metres)).map((one) => one.type);
  const count = (type) => types.filter((one) => one === type).length;
  const [type] = [...new Set(types)].sort((first, second) => count(second) - count(first));
  return type ? DISTANCES[type] ?? (unitFor("distanceWalkingRunning") === "mi" ? MILES : USUAL) : [];
}

/** Returns the workout with the fastest average over at least a distance. */
function fastest(all, distance) {
  let found;
  for (const one of all) {
    // Half a percent is the inexactness of measured distances.
    if (!isUsable(one.metres) || !isUsable(one.seconds) || one.metres < distance * 0.995) continue;
    if (!found || one.metres / one.seconds > found.metres / found.seconds) found = one;
  }
  if (!found) return null;
  const speed = found.metres / found.seconds;
  const step = splitStep(found.type);
  const isFast = found.type === "distanceCycling";
  return {
    name: t("workout_record_fastest", { distance: distanceName(distance) }), workout: found.workout,
    text: isFast ? shown(speed, "m/s", "walkingSpeed") : paceText(step / speed, step),
    note: t("workout_record_over", { time: clockText(found.seconds), distance: distanceText(found.metres) }),
  };
}

function distanceName(metres) {
  if (metres === 21097.5) return t("workout_half_marathon");
  if (metres === 42195) return t("workout_marathon");
  if (metres === 1609.344) return distanceText(metres, 0);
  return metres < 1000 ? `${number(metres)}\u00a0m` : `${number(metres / 1000)}\u00a0km`;
}

/** Returns the load of a workout from its average heart rate; undefined if that, or what it takes to weigh it, is unknown. */
export function loadOf(workout, heart) {
  const rate = workoutFigures(workout, "heartRate").average;
  if (!rate || heart.resting === undefined || !heart.maximum || !isUsable(workout.duration)) return undefined;
  const perMinute = rate.unit === "count/s" ? rate.value * 60 : rate.value;
  return isUsable(perMinute) ? impulse(heart, workout.duration / 60, perMinute) : undefined;
}
