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
import { speedText as speedIn } from "./workout-speed.js";

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
  for (const workout of workouts) {
    const group = groups.get(workout.activityType);
    if (group) group.push(workout);
    else groups.set(workout.activityType, [workout]);
  }
  return [...groups].map(([activity, some]) => ({ activity, workouts: some })).sort((first, second) => second.workouts.length - first.workouts.length);
}

/** Returns the figures of workouts that are compared. */
const comparedOf = (workouts) => workouts.map((workout) => {
  const distance = workoutDistance(workout);
  return { workout, metres: distance && inMetres(distance), type: distance?.type, seconds: workout.duration,
    energy: workoutFigures(workout, "activeEnergyBurned").sum ?? workout.totalEnergyBurned, climbed: workout.metadata?.HKElevationAscended };
});

/** Returns the kinds of records besides the speed: {figure, name, format}. */
const kinds = () => ({
  longest: { figure: (one) => one.seconds, name: t("workout_record_longest"), format: (value) => duration(value, { exact: value < 3600 }) },
  farthest: { figure: (one) => one.metres, name: t("workout_record_farthest"), format: (value) => distanceText(value) },
  energy: { figure: (one) => one.energy?.value, name: t("workout_record_energy"),
    format: (value, one) => shown(value, one.energy.unit, "activeEnergyBurned") },
  climbed: { figure: (one) => one.climbed && one.climbed.unit && inMetres(one.climbed), name: t("workout_record_climbed"),
    format: (value) => heightText(value, "m") },
});

/**
 * Returns the records of the workouts of one activity. Of equal ones, the first counts.
 * @param {{workouts: Array}} group the workouts.
 * @param {Map<string, Array>} efforts the fastest parts of workouts by their UUID.
 * @returns {Array<{name: string, text: string, note: string=, workout: Object}>}
 */
export function recordsOf({ workouts }, efforts = new Map()) {
  const all = comparedOf(workouts);
  const { longest, farthest, energy, climbed } = kinds();
  return [best(all, longest), best(all, farthest), ...distancesOf(all).map((distance) => fastest(all, distance, efforts)), best(all, energy), best(all, climbed)]
    .filter(Boolean);
}

/**
 * Returns the places of a workout among those of its activity, for each figure that others have as well.
 * @returns {Array<{name: string, text: string, place: number, count: number}>} of equal ones, all have the best place.
 */
export function placesOf(workouts, workout) {
  const all = comparedOf(workouts);
  const mine = all.find((one) => one.workout.uuid === workout.uuid);
  if (!mine) return [];
  const placed = ({ figure, name, format }) => {
    const figures = all.map(figure).filter(isUsable);
    if (!isUsable(figure(mine)) || figures.length < 2) return null;
    return { name, text: format(figure(mine), mine), place: 1 + figures.filter((value) => value > figure(mine)).length, count: figures.length };
  };
  const { longest, farthest, energy, climbed } = kinds();
  // The speed is compared over the longest of the usual distances that the workout has.
  const distance = distancesOf(all).findLast((one) => isOver(mine, one));
  const speed = distance && placed({ figure: (one) => (isOver(one, distance) ? speedOf(one) : undefined),
    name: t("workout_place_average", { distance: distanceName(distance) }), format: (_, one) => speedText(one) });
  return [placed(longest), placed(farthest), speed, placed(energy), placed(climbed)].filter(Boolean);
}

function best(all, { figure, name, format }) {
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

/** Whether a workout has a speed over at least a distance. Half a percent is the inexactness of measured distances. */
const isOver = (one, distance) => isUsable(one.metres) && isUsable(one.seconds) && one.metres >= distance * 0.995;
const speedOf = (one) => one.metres / one.seconds;

/** Returns the speed of a cyclist, or the pace of others. */
function speedText(one) {
  const step = splitStep(one.type);
  return one.type === "distanceCycling" ? speedIn(speedOf(one)) : paceText(step / speedOf(one), step);
}

/** Returns the fastest part of a length among all workouts; a workout without a measured way has its average over at least the length. */
function fastest(all, distance, efforts) {
  let found;
  for (const one of all) {
    const part = (efforts.get(one.workout.uuid) ?? []).find(({ length }) => length === distance);
    const effort = part ? { ...one, metres: part.metres, seconds: part.seconds, isPart: true } : isOver(one, distance) ? one : null;
    if (effort && (!found || speedOf(effort) > speedOf(found))) found = effort;
  }
  return found ? { name: t(found.isPart ? "workout_record_fastest" : "workout_place_average", { distance: distanceName(distance) }),
    workout: found.workout, text: speedText(found),
    note: t("workout_record_over", { time: clockText(found.seconds), distance: distanceText(found.metres) }) } : null;
}

/** Returns the name of a usual distance. */
export function distanceName(metres) {
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
