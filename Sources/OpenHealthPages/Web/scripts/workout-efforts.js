// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The fastest parts of many workouts, for the personal records.

import { get } from "./api.js";
import { workoutDistance } from "./sample-text.js";
import { inMetres } from "./sample-metadata.js";
import { unitFor } from "./units.js";
import { fastestParts, lengthsOf } from "./workout-bests.js";
import { measuredWay, pausesOf, routesOf } from "./workout-data.js";

/** The maximum number of workouts of an activity whose ways are loaded: those with the fastest averages. */
const MOST = 120;
/** The number of workouts that are loaded at the same time. */
const AT_ONCE = 4;

/** The fastest parts by the UUID of the workout, while the page is open. */
const known = new Map();

async function partsOf({ uuid }) {
  // The list of workouts has no pauses.
  const workout = await get(`/v1/samples/${uuid}`);
  const measured = await measuredWay(workout, await routesOf(workout));
  const type = workoutDistance(workout)?.type;
  if (!measured) return [];
  return fastestParts(measured.curve, { breaks: pausesOf(workout), type, lengths: lengthsOf(type, unitFor("distanceWalkingRunning") === "mi") });
}

/**
 * Loads the fastest parts of workouts, as their own pages have them.
 * @param {Array<Object>} workouts workouts of one activity.
 * @param {function(Map): void} tell is called with the parts by UUID whenever there are more.
 */
export async function loadEfforts(workouts, tell) {
  const speed = (one) => {
    const distance = workoutDistance(one);
    return distance && one.duration > 0 ? inMetres(distance) / one.duration : 0;
  };
  const list = workouts.filter((one) => speed(one) > 0).sort((first, second) => speed(second) - speed(first)).slice(0, MOST);
  for (let at = 0; at < list.length; at += AT_ONCE) {
    const some = list.slice(at, at + AT_ONCE).filter(({ uuid }) => !known.has(uuid));
    // A workout whose way cannot be loaded counts with its average.
    const found = await Promise.all(some.map((one) => partsOf(one).catch(() => [])));
    found.forEach((parts, index) => known.set(some[index].uuid, parts));
    if (some.length) tell(known);
  }
}

/** Returns the fastest parts that are loaded. */
export const loadedEfforts = () => known;
